import { Button } from "@/components/button";
import { CopyButton } from "@/components/copy-button";

interface SecretOnceProps {
  secret: string;
  onDone: () => void;
}

export function SecretOnce({ secret, onDone }: SecretOnceProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="card flex items-center gap-2 p-2 pl-3">
        <code className="figures text-13 min-w-0 flex-1 break-all select-all">{secret}</code>
        <CopyButton text={secret} what="the secret" />
      </div>
      <Button look="main" onClick={onDone}>
        I have stored it
      </Button>
    </div>
  );
}
