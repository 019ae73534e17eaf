import { useId } from "react";
import type { ComponentProps } from "react";

interface TextAreaFieldProps extends ComponentProps<"textarea"> {
  label: string;
}

export function TextAreaField({ label, ...textarea }: TextAreaFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-13 font-strong">
        {label}
      </label>
      <textarea id={id} className="control h-auto py-2" rows={3} {...textarea} />
    </div>
  );
}
