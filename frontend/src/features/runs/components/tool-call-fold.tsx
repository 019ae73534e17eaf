import type { ToolCall } from "@/api/contract";
import { formatSeconds } from "@/lib/times";

import { showValue } from "../values";

import { Fold } from "./fold";
import { Output } from "./output";
import { RunError } from "./run-error";

interface ToolCallFoldProps {
  call: ToolCall;
}

export function ToolCallFold({ call }: ToolCallFoldProps) {
  return (
    <Fold
      isOpenAtFirst={call.error !== null}
      title={
        <>
          Called <span className="figures text-ink">{call.name}</span> ·{" "}
          {formatSeconds(call.seconds)}
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <Output>{showValue(call.arguments)}</Output>
        {call.error === null ? (
          <Output>{showValue(call.result)}</Output>
        ) : (
          <RunError error={call.error} />
        )}
      </div>
    </Fold>
  );
}
