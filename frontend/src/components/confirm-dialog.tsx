import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";

import { Button } from "./button";
import { Failure } from "./failure";

interface ConfirmDialogProps {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  confirmWord: string;
  isWorking: boolean;
  error: Error | null;
  onConfirm: () => void;
  children: ReactNode;
}

/** Asks once before something that cannot be taken back, and stays open if it fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, open, onOpenChange, confirmWord, isWorking, error, onConfirm, children } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/35%)]" />
        <AlertDialog.Popup className="card shadow-float fixed top-1/2 left-1/2 z-50 flex w-[min(440px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 flex-col gap-4 p-6">
          <AlertDialog.Title className="text-16 font-strong">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-ink-2">{children}</AlertDialog.Description>
          {error !== null && <Failure title={`${confirmWord} did not work`} error={error} />}
          <div className="flex justify-end gap-2">
            <AlertDialog.Close render={<Button />}>Keep</AlertDialog.Close>
            <Button look="danger" disabled={isWorking} onClick={onConfirm}>
              {confirmWord}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
