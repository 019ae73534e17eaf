import { Button } from "@/components/button";
import { Failure } from "@/components/failure";

import { useLogOut } from "../api/log-out";

interface LogOutButtonProps {
  onLeft: () => void;
}

export function LogOutButton({ onLeft }: LogOutButtonProps) {
  const leaving = useLogOut();
  return (
    <div className="flex flex-col items-start gap-3">
      <Button
        disabled={leaving.isPending}
        onClick={() => leaving.mutate(undefined, { onSuccess: onLeft })}
      >
        Log out
      </Button>
      {leaving.error !== null && <Failure title="You are still logged in" error={leaving.error} />}
    </div>
  );
}
