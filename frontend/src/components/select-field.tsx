import { useId } from "react";
import type { ComponentProps } from "react";

interface SelectFieldProps extends ComponentProps<"select"> {
  label: string;
}

export function SelectField({ label, children, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-13 font-strong">
        {label}
      </label>
      <select id={id} className="control" {...select}>
        {children}
      </select>
    </div>
  );
}
