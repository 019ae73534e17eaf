import { useId } from "react";
import type { ComponentProps, ReactNode } from "react";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A labelled input whose error stands at the input and is read out with it. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-13 font-strong">
        {label}
      </label>
      <input
        id={id}
        className={`control ${error === undefined ? "" : "border-failed"}`}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : noteId}
        {...input}
      />
      {note !== undefined && (
        <p id={noteId} className={`text-13 ${error === undefined ? "text-ink-2" : "text-failed"}`}>
          {note}
        </p>
      )}
    </div>
  );
}
