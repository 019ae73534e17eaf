import { useState } from "react";

import type { ApiKey } from "@/api/contract";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";

import { useRevokeApiKey } from "../api/revoke-api-key";

interface RevokeKeyProps {
  apiKey: ApiKey;
}

export function RevokeKey({ apiKey }: RevokeKeyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const revoking = useRevokeApiKey();
  return (
    <>
      <Button
        size="small"
        look="quiet"
        aria-label={`Revoke ${apiKey.name}`}
        onClick={() => setIsOpen(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        title={`Revoke ${apiKey.name}?`}
        open={isOpen}
        onOpenChange={setIsOpen}
        confirmWord="Revoke"
        isWorking={revoking.isPending}
        error={revoking.error}
        onConfirm={() => revoking.mutate(apiKey.id, { onSuccess: () => setIsOpen(false) })}
      >
        Whatever uses it is refused from the next request on. What it wrote stays.
      </ConfirmDialog>
    </>
  );
}
