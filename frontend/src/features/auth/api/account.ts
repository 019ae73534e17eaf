import { toApiError } from "@/lib/api-error";
import { exchange } from "@/lib/http";

const BASE = "/_allauth/browser/v1";

/** What is wrong, by the field it belongs to; "form" holds what belongs to none. */
export type FieldErrors = Partial<Record<"email" | "password" | "form", string>>;

export class FormRefused extends Error {
  readonly fields: FieldErrors;

  constructor(fields: FieldErrors) {
    super("The form was refused.");
    this.name = "FormRefused";
    this.fields = fields;
  }
}

export interface Credentials {
  email: string;
  password: string;
}

interface AccountError {
  message: string;
  param?: string;
}

interface AccountBody {
  errors?: AccountError[];
  data?: { flows?: { id: string; is_pending?: boolean }[] };
}

export function toFieldErrors(errors: AccountError[]): FieldErrors {
  return errors.reduce<FieldErrors>((fields, { param, message }) => {
    const field = param === "email" || param === "password" ? param : "form";
    return { ...fields, [field]: fields[field] ? `${fields[field]} ${message}` : message };
  }, {});
}

function awaitsEmail(body: AccountBody): boolean {
  return body.data?.flows?.some((flow) => flow.id === "verify_email" && flow.is_pending) ?? false;
}

/** Sends credentials; "in" when the session is open, "verify" when a mailed link comes first. */
export async function enter(path: string, credentials: Credentials): Promise<"in" | "verify"> {
  // The first read hands a stranger's browser the CSRF cookie that the post needs.
  await exchange(`${BASE}/config`, { method: "GET" });
  const response = await exchange(`${BASE}${path}`, { method: "POST", body: credentials });
  const body = (response.body ?? {}) as AccountBody;
  // 409: this browser is signed in already, which is what was wanted.
  if (response.ok || response.status === 409) return "in";
  if (response.status === 401 && awaitsEmail(body)) return "verify";
  if (body.errors !== undefined) throw new FormRefused(toFieldErrors(body.errors));
  throw toApiError(response.status, response.body, response.requestId);
}

export async function leave(): Promise<void> {
  const response = await exchange(`${BASE}/auth/session`, { method: "DELETE" });
  // allauth answers 401 to say that nobody is signed in any more.
  if (!response.ok && response.status !== 401) {
    throw toApiError(response.status, response.body, response.requestId);
  }
}
