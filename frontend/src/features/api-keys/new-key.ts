import type { NewApiKey } from "@/api/contract";
import { formText, formTexts } from "@/lib/form-text";

import { pickPermissions } from "./permissions";

export const EXPIRIES = [
  { days: 0, words: "Never" },
  { days: 30, words: "In 30 days" },
  { days: 90, words: "In 90 days" },
  { days: 365, words: "In one year" },
] as const;

const DAY_MS = 86_400_000;

/** Reads the form; no palace ticked means all of them, zero days means no end. */
export function readNewKey(form: FormData, now: number): NewApiKey {
  const days = Number(formText(form, "days"));
  const palaces = formTexts(form, "palaces");
  return {
    name: formText(form, "name"),
    permissions: pickPermissions(formTexts(form, "permissions")),
    palaces: palaces.length === 0 ? null : palaces,
    expires_at: days === 0 ? null : new Date(now + days * DAY_MS).toISOString(),
  };
}

/** The reason why the form cannot be sent, or nothing. */
export function problemWith(key: NewApiKey): string | undefined {
  if (key.name === "") return "Give the key a name, so that you know it again.";
  if (key.permissions.length === 0) return "Choose at least one permission.";
  return undefined;
}
