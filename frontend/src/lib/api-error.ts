export const UNREACHABLE = "unreachable";

interface ApiErrorInit {
  status: number;
  code: string;
  message: string;
  details?: Record<string, unknown>;
  requestId?: string | undefined;
}

/** A call that was refused or never arrived; the message is fit to show. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;
  readonly requestId: string | undefined;

  constructor({ status, code, message, details = {}, requestId }: ApiErrorInit) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads {"error": {...}}; a proxy's HTML page or an empty body still becomes a plain sentence. */
export function toApiError(status: number, body: unknown, requestId?: string): ApiError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  return new ApiError({
    status,
    code: typeof error.code === "string" ? error.code : `http_${status}`,
    message:
      typeof error.message === "string" && error.message !== ""
        ? error.message
        : `The server answered ${status} without a reason.`,
    details: isRecord(error.details) ? error.details : {},
    requestId: typeof error.request_id === "string" ? error.request_id : requestId,
  });
}
