import { useState } from "react";

import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";

import { useForget } from "../api/forget";

interface ForgetMemoryProps {
  memoryId: string;
  onForgotten: () => void;
}

export function ForgetMemory({ memoryId, onForgotten }: ForgetMemoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const forgetting = useForget();
  return (
    <>
      <Button size="small" look="danger" onClick={() => setIsOpen(true)}>
        Forget
      </Button>
      <ConfirmDialog
        title="Forget this memory?"
        open={isOpen}
        onOpenChange={setIsOpen}
        confirmWord="Forget"
        isWorking={forgetting.isPending}
        error={forgetting.error}
        onConfirm={() => forgetting.mutate(memoryId, { onSuccess: onForgotten })}
      >
        Recall will not find it any more, and neither will agents.
      </ConfirmDialog>
    </>
  );
}
