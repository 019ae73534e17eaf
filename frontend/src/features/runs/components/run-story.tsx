import type { Run } from "@/api/contract";
import { AsyncView } from "@/components/async-view";
import { Empty } from "@/components/empty";

import { useSteps } from "../api/list-steps";
import { isPresent, showValue } from "../values";

import { RunError } from "./run-error";
import { StepCard } from "./step-card";

interface RunStoryProps {
  run: Run;
}

export function RunStory({ run }: RunStoryProps) {
  const steps = useSteps(run.id);
  return (
    <>
      <AsyncView
        what="the steps"
        result={steps}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title="No steps yet">
            Each step will stand here as it happens: what the agent thought, the code it wrote, and
            what came out.
          </Empty>
        }
      >
        {({ items }) => (
          <ol className="flex flex-col gap-3">
            {items.map((step) => (
              <StepCard key={step.index} step={step} run={run} />
            ))}
          </ol>
        )}
      </AsyncView>
      {run.error !== null && <RunError error={run.error} />}
      {isPresent(run.answer) && (
        <section
          aria-label="Answer"
          className={`card flex flex-col gap-2 p-4 ${run.partial ? "" : "border-accent"}`}
        >
          <h2 className="text-13 text-ink-2">
            {run.partial ? "The last thing found; the run ended before a final answer" : "Answer"}
          </h2>
          <p
            dir="auto"
            className={`break-words whitespace-pre-wrap ${run.partial ? "text-13" : "text-16"}`}
          >
            {showValue(run.answer)}
          </p>
        </section>
      )}
    </>
  );
}
