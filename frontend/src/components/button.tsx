import type { ComponentProps } from "react";

import { classes } from "@/lib/classes";

const LOOKS = {
  main: "font-strong bg-accent text-on-accent border-transparent hover:opacity-90",
  plain: "font-strong bg-sheet text-ink border-edge hover:bg-hover",
  quiet: "bg-transparent text-ink-2 border-transparent hover:bg-hover hover:text-ink",
  danger: "font-strong bg-sheet text-failed border-failed hover:bg-hover",
} as const;

interface ButtonProps extends ComponentProps<"button"> {
  look?: keyof typeof LOOKS;
  size?: "normal" | "small";
}

function buttonClasses(look: keyof typeof LOOKS, size: "normal" | "small" = "normal") {
  return classes(
    "inline-flex items-center justify-center gap-2 rounded-md border whitespace-nowrap",
    "transition-colors duration-100 disabled:opacity-60 disabled:cursor-default",
    size === "small" ? "h-7 px-2 text-13" : "h-9 px-4 text-14",
    LOOKS[look],
  );
}

export function Button({ look = "plain", size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={classes(buttonClasses(look, size), className)} {...rest} />;
}
