import { useNavigate } from "@tanstack/react-router";
import type { SubmitEvent } from "react";

import type { Agent } from "@/api/contract";
import { Button } from "@/components/button";
import { Failure } from "@/components/failure";
import { SelectField } from "@/components/select-field";
import { TextAreaField } from "@/components/text-area-field";
import { formText } from "@/lib/form-text";

import { useStartRun } from "../api/start-run";

interface StartRunProps {
  agents: Agent[];
}

export function StartRun({ agents }: StartRunProps) {
  const starting = useStartRun();
  const navigate = useNavigate();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const task = formText(form, "task");
    if (task === "") return;
    starting.mutate(
      { agentId: formText(form, "agent"), task },
      { onSuccess: (run) => void navigate({ to: "/runs/$runId", params: { runId: run.id } }) },
    );
  };
  return (
    <form onSubmit={submit} className="card flex flex-col gap-4 p-4">
      <h2 className="text-16 font-strong">Start a run</h2>
      <div className="grid gap-4 md:grid-cols-[220px_1fr]">
        <SelectField label="Agent" name="agent">
          {agents.map(({ id, name, version }) => (
            <option key={id} value={id}>
              {name} (version {version})
            </option>
          ))}
        </SelectField>
        <TextAreaField label="Task" name="task" rows={2} required dir="auto" />
      </div>
      {starting.error !== null && (
        <Failure title="The run was not started" error={starting.error} />
      )}
      <Button type="submit" look="main" className="self-start" disabled={starting.isPending}>
        Start
      </Button>
    </form>
  );
}
