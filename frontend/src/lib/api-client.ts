import type { Answer, Body, Method, PathFor, PathParams, Query } from "@/api/contract";

import { toApiError } from "./api-error";
import { exchange } from "./http";

interface CallOptions<P extends PathFor<M>, M extends Method> {
  params?: PathParams<P, M>;
  query?: Query<P, M>;
  body?: Body<P, M>;
  signal?: AbortSignal;
}

/** Fills {names} of a path and appends the query; absent and empty values are left out. */
export function buildUrl(path: string, params: object = {}, query: object = {}): string {
  const filled = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value !== undefined && value !== null && value !== "") {
      search.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

/** Calls the API as the signed-in member; throws ApiError for every answer that is not 2xx. */
export async function call<M extends Method, P extends PathFor<M>>(
  method: M,
  path: P,
  options: CallOptions<P, M> = {},
): Promise<Answer<P, M>> {
  const url = buildUrl(path, options.params ?? {}, options.query ?? {});
  const response = await exchange(url, {
    method: method.toUpperCase(),
    body: options.body,
    signal: options.signal,
  });
  if (!response.ok) throw toApiError(response.status, response.body, response.requestId);
  // The schema is generated from the server's own models, so its word is taken here.
  return response.body as Answer<P, M>;
}
