import { Button } from "@/components/button";
import { Failure } from "@/components/failure";

import { useMakeAgent } from "../api/make-agent";
import { FIRST_AGENT } from "../snippet";

/** One click from an empty page to an agent that can be given a task. */
export function MakeFirstAgent() {
  const making = useMakeAgent();
  return (
    <>
      <Button look="main" disabled={making.isPending} onClick={() => making.mutate(FIRST_AGENT)}>
        Make an archivist
      </Button>
      {making.error !== null && <Failure title="The agent was not made" error={making.error} />}
    </>
  );
}
