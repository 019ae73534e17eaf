/** Types of the HTTP contract, read off the generated schema by path and method. */
import type { paths } from "./schema";

export type Method = "get" | "post" | "patch" | "delete";

export type PathFor<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type Json<T> = T extends { content: { "application/json": infer Body } } ? Body : never;

type Found<R, Status> = Status extends keyof R ? Json<R[Status]> : never;

/** The JSON of whichever success an operation knows; event streams and empty answers have none. */
type Success<R> = [Found<R, 200 | 201 | 202>] extends [never]
  ? undefined
  : Found<R, 200 | 201 | 202>;

/** What a call answers when it succeeds; undefined when there is no body. */
export type Answer<P extends PathFor<M>, M extends Method> = paths[P][M] extends {
  responses: infer R;
}
  ? Success<R>
  : never;

export type Body<P extends PathFor<M>, M extends Method> = paths[P][M] extends {
  requestBody?: infer B;
}
  ? Json<NonNullable<B>>
  : undefined;

type Declared<T> = [NonNullable<T>] extends [never] ? object : NonNullable<T>;

/** Every list pages alike, whether or not its operation repeats it. */
interface Paging {
  limit?: number;
  cursor?: string | undefined;
}

export type Query<P extends PathFor<M>, M extends Method> = (paths[P][M] extends {
  parameters: { query?: infer Q };
}
  ? Declared<Q>
  : object) &
  Paging;

export type PathParams<P extends PathFor<M>, M extends Method> = paths[P][M] extends {
  parameters: { path: infer Params };
}
  ? Params
  : undefined;

export type Tenant = Answer<"/v1/tenants/current", "get">;
export type Palace = Answer<"/v1/palaces/{palace_id}", "get">;
export type PalaceRow = Answer<"/v1/palaces", "get">["items"][number];
export type Memory = Answer<"/v1/memories/{memory_id}", "get">;
export type RecallAnswer = Answer<"/v1/recall", "post">;
export type RecallItem = RecallAnswer["items"][number];
export type ExplainLeg = NonNullable<RecallItem["explain"]>[number];
export type Agent = Answer<"/v1/agents", "get">["items"][number];
export type NewAgent = Body<"/v1/agents", "post">;
export type Run = Answer<"/v1/runs/{run_id}", "get">;
export type Step = Answer<"/v1/runs/{run_id}/steps", "get">["items"][number];
export type ToolCall = Step["tool_calls"][number];
export type ApiKey = Answer<"/v1/api-keys", "get">["items"][number];
export type NewApiKey = Body<"/v1/api-keys", "post">;
export type Usage = Answer<"/v1/usage", "get">;
