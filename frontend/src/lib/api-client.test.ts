// @vitest-environment jsdom
import { expect, test } from "vitest";

import { failure, startFakeServer } from "@/testing/fake-server";

import { buildUrl, call } from "./api-client";
import { UNREACHABLE } from "./api-error";

test("a path is filled and absent query values are left out", () => {
  const url = buildUrl(
    "/v1/runs/{run_id}",
    { run_id: "a/b" },
    { limit: 5, cursor: undefined, q: "" },
  );

  expect(url).toBe("/v1/runs/a%2Fb?limit=5");
});

test("an unsafe call carries the CSRF token of the cookie, a safe one does not", async () => {
  document.cookie = "csrftoken=token-1";
  const sent = startFakeServer({
    "GET /v1/runs": { body: {} },
    "POST /v1/api-keys": { status: 201, body: {} },
  });

  await call("get", "/v1/runs");
  await call("post", "/v1/api-keys", { body: { name: "a", permissions: [] } });

  expect(sent.map(({ headers }) => headers.get("X-CSRFToken"))).toEqual([null, "token-1"]);
});

test("a refusal becomes an error with code, message and request id", async () => {
  startFakeServer({
    "GET /v1/runs": { status: 403, body: failure("forbidden", "run.read is missing.") },
  });

  await expect(call("get", "/v1/runs")).rejects.toMatchObject({
    status: 403,
    code: "forbidden",
    message: "run.read is missing.",
    requestId: "req_7",
  });
});

test("a page of a proxy becomes a plain sentence", async () => {
  startFakeServer({ "GET /v1/runs": { status: 502, body: "<html>" } });

  await expect(call("get", "/v1/runs")).rejects.toMatchObject({ code: "http_502" });
});

test("a server that cannot be reached says that nothing was changed", async () => {
  globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));

  await expect(call("get", "/v1/runs")).rejects.toMatchObject({ code: UNREACHABLE });
});
