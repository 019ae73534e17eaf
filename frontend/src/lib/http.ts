import { ApiError, UNREACHABLE } from "./api-error";
import { csrfHeader } from "./csrf";

interface HttpRequest {
  method: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

interface HttpResponse {
  status: number;
  ok: boolean;
  body: unknown;
  requestId: string | undefined;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError({
      status: 0,
      code: UNREACHABLE,
      message: "The server could not be reached. Nothing was changed.",
    });
  }
}

/** One JSON exchange with the session cookie; statuses are the caller's to judge. */
export async function exchange(url: string, request: HttpRequest): Promise<HttpResponse> {
  const isSafe = request.method === "GET";
  const response = await reach(url, {
    method: request.method,
    credentials: "same-origin",
    headers: {
      Accept: "application/json",
      ...(request.body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(isSafe ? {} : csrfHeader()),
    },
    body: request.body === undefined ? null : JSON.stringify(request.body),
    signal: request.signal ?? null,
  });
  return {
    status: response.status,
    ok: response.ok,
    body: await readJson(response),
    requestId: response.headers.get("X-Request-ID") ?? undefined,
  };
}
