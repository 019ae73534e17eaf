import { vi } from "vitest";

interface Answer {
  status?: number;
  body: unknown;
}

export interface SentRequest {
  method: string;
  path: string;
  search: URLSearchParams;
  headers: Headers;
  body: unknown;
}

/** Answers by "GET /v1/runs"; a function is asked each time, an {status, body} sets the status. */
export type Routes = Record<string, Answer | ((request: SentRequest) => Answer)>;

function readBody(init: RequestInit | undefined): unknown {
  return typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : undefined;
}

/** Replaces fetch; what no route answers is a 404 in the API's own error shape. */
export function startFakeServer(routes: Routes): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) => {
    const url = new URL(input, "http://localhost");
    const method = init?.method ?? "GET";
    const request: SentRequest = {
      method,
      path: url.pathname,
      search: url.searchParams,
      headers: new Headers(init?.headers),
      body: readBody(init),
    };
    sent.push(request);
    const route = routes[`${method} ${url.pathname}`] ?? {
      status: 404,
      body: failure("not_found", `Nothing at ${method} ${url.pathname}.`),
    };
    const { status = 200, body } = typeof route === "function" ? route(request) : route;
    return Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status }));
  });
  return sent;
}

export function failure(code: string, message: string, requestId = "req_7") {
  return { error: { code, message, details: {}, request_id: requestId } };
}

export function page<T>(items: T[], nextCursor: string | null = null, total = items.length) {
  return { body: { items, next_cursor: nextCursor, total } };
}
