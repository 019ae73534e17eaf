import { useState } from "react";

import type { PalaceRow } from "@/api/contract";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";

import { useCreateApiKey } from "../api/create-api-key";

import { NewKeyForm } from "./new-key-form";
import { SecretOnce } from "./secret-once";

interface NewKeyDialogProps {
  palaces: PalaceRow[];
}

/** The form, then the secret: it is shown once, so only the button in it closes that step. */
export function NewKeyDialog({ palaces }: NewKeyDialogProps) {
  const [isOpen, setIsOpen] = useState(false);
  const creating = useCreateApiKey();
  const secret = creating.data?.secret;
  const change = (open: boolean) => {
    setIsOpen(open);
    if (!open) creating.reset();
  };
  return (
    <>
      <Button look="main" onClick={() => change(true)}>
        New API key
      </Button>
      <Dialog
        title={secret === undefined ? "New API key" : "Your new key"}
        {...(secret === undefined
          ? {}
          : {
              description:
                "Copy it now. Only its fingerprint is kept here, so it cannot be shown again.",
            })}
        open={isOpen}
        onOpenChange={change}
        closesOnOutsideClick={secret === undefined}
      >
        {secret === undefined ? (
          <NewKeyForm
            palaces={palaces}
            isWorking={creating.isPending}
            error={creating.error}
            onSubmit={(key) => creating.mutate(key)}
          />
        ) : (
          <SecretOnce secret={secret} onDone={() => change(false)} />
        )}
      </Dialog>
    </>
  );
}
