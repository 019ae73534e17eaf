import type { Run, Step } from "@/api/contract";
import { formatCount } from "@/lib/counts";
import { formatSeconds, secondsBetween } from "@/lib/times";
import { useNow } from "@/lib/use-now";

import { stepSpan } from "../steps";
import { isPresent, showValue } from "../values";

import { Fold } from "./fold";
import { Output } from "./output";
import { PythonCode } from "./python-code";
import { RunError } from "./run-error";
import { ToolCallFold } from "./tool-call-fold";

interface StepCardProps {
  step: Step;
  run: Run;
}

export function StepCard({ step, run }: StepCardProps) {
  const now = useNow(step.state === "running" ? "second" : "minute");
  const { left, width } = stepSpan(step, run, now);
  const seconds = secondsBetween(step.started_at, step.ended_at, now);
  return (
    <li className="grid gap-x-4 gap-y-1 md:grid-cols-[96px_1fr]">
      <div aria-hidden="true" className="bg-line/60 relative h-1 rounded-full md:mt-5">
        <span
          className={`absolute inset-y-0 rounded-full ${step.state === "failed" ? "bg-failed" : "bg-running"}`}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      </div>
      <article aria-label={`Step ${step.index}`} className="card flex min-w-0 flex-col gap-2 p-4">
        <header className="text-13 text-ink-2 flex flex-wrap justify-between gap-x-4">
          <h2 className="text-ink font-strong">
            Step {step.index}
            {step.state !== "done" && ` · ${step.state}`}
          </h2>
          <span className="figures text-12">
            {formatSeconds(seconds)} · {formatCount(step.input_tokens + step.output_tokens)} tokens
          </span>
        </header>
        {isPresent(step.thought) && (
          <p dir="auto" className="max-w-[80ch] break-words whitespace-pre-wrap">
            {step.thought}
          </p>
        )}
        {step.error !== null && <RunError error={step.error} />}
        {isPresent(step.code) && (
          <Fold title="Code" isOpenAtFirst>
            <Output>
              <PythonCode code={step.code ?? ""} />
            </Output>
          </Fold>
        )}
        {step.tool_calls.map((call, place) => (
          <ToolCallFold key={place} call={call} />
        ))}
        {isPresent(step.stdout) && (
          <Fold title="Output" isOpenAtFirst>
            <Output>{step.stdout}</Output>
          </Fold>
        )}
        {isPresent(step.value) && (
          <Fold title="Value">
            <Output>{showValue(step.value)}</Output>
          </Fold>
        )}
      </article>
    </li>
  );
}
