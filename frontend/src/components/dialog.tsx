import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

import { Button } from "./button";
import { Icon } from "./icon";

interface DialogProps {
  title: string;
  description?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Off while a stray click would lose something that cannot be shown again. */
  closesOnOutsideClick?: boolean;
  children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { title, description, open, onOpenChange, closesOnOutsideClick = true, children } = props;
  return (
    <Base.Root
      open={open}
      onOpenChange={onOpenChange}
      disablePointerDismissal={!closesOnOutsideClick}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/35%)]" />
        <Base.Popup className="card shadow-float fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[min(480px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto p-6">
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="text-16 font-strong">{title}</Base.Title>
            <Base.Close render={<Button look="quiet" size="small" aria-label="Close" />}>
              <Icon name="close" />
            </Base.Close>
          </div>
          {description !== undefined && (
            <Base.Description className="text-ink-2 -mt-2">{description}</Base.Description>
          )}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
