import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { failure, page, startFakeServer } from "@/testing/fake-server";
import type { Routes } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { aMemory, aResult, palace, tenant } from "@/testing/samples";

const answer = {
  items: [aResult(), aResult({ id: "m2", content: "Boxes.", score: 0.4 })],
  tokens: 431,
  took_ms: 9.2,
  path: "exact",
  usage: { meter: "memory.recall", quantity: 1, cost_usd: "0.0000050000", remaining: 99 },
};

const versions = page([
  {
    version: 1,
    content: "As it was.",
    metadata: {},
    created_at: "2026-03-02T10:00:00Z",
    writer: { kind: "member", id: "u1" },
  },
]);

function routes(over: Routes = {}): Routes {
  return {
    "GET /v1/palaces": page([palace]),
    "GET /v1/tenants/current": { body: tenant },
    "GET /v1/palaces/p1": { body: palace },
    "GET /v1/memories": page([aMemory()]),
    "GET /v1/memories/m1": { body: aMemory() },
    "GET /v1/memories/m1/versions": versions,
    "POST /v1/recall": { body: answer },
    ...over,
  };
}

test("a slash focuses the box, and Enter recalls in the place of the address", async () => {
  const sent = startFakeServer(routes());
  const { user, history } = renderApp("/memory?palace=home&wing=lina");
  await screen.findByRole("list", { name: "Recent memories" });

  await user.keyboard("/where did she move{Enter}");

  expect(
    await screen.findByText("2 results · 431 tokens · 9 ms · exact · $0.000005"),
  ).toBeVisible();
  expect(history.location.href).toBe("/memory?palace=home&wing=lina&q=where+did+she+move");
  expect(sent.find(({ path }) => path === "/v1/recall")?.body).toMatchObject({
    query: "where did she move",
    palace: "home",
    wing: "lina",
    explain: true,
  });
});

test("matched words are marked and e opens the explanation without a second recall", async () => {
  const sent = startFakeServer(routes());
  const { user } = renderApp("/memory?q=moving");
  const link = await screen.findByRole("link", { name: /signed the lease/ });

  link.focus();
  await user.keyboard("e");

  expect(within(link).getByText("moving").tagName).toBe("MARK");
  const table = await screen.findByRole("table", { name: /each leg/ });
  expect(
    within(table).getByRole("row", { name: /lexical 1 12\.200 0\.900 0\.600 0\.540/ }),
  ).toBeVisible();
  expect(sent.filter(({ path }) => path === "/v1/recall")).toHaveLength(1);
});

test("a memory opens beside the list at its own address and Esc closes it", async () => {
  startFakeServer(routes());
  const { user, history } = renderApp("/memory?q=moving");

  await user.click(await screen.findByRole("link", { name: /signed the lease/ }));
  const inspector = await screen.findByRole("complementary", { name: "Memory" });
  expect(await within(inspector).findByText("As it was.")).toBeVisible();
  expect(history.location.pathname).toBe("/memory/m1");
  await user.keyboard("{Escape}");

  await waitFor(() => expect(inspector).not.toBeInTheDocument());
  expect(history.location.href).toBe("/memory?q=moving&palace=home");
});

test("taking a filter away asks in the wider place", async () => {
  const sent = startFakeServer(routes());
  const { user } = renderApp("/memory?palace=home&wing=lina&room=housing");

  await user.click(await screen.findByRole("button", { name: "Remove filter room housing" }));

  await waitFor(() => {
    const asked = sent.filter(({ path }) => path === "/v1/memories").at(-1)?.search;
    expect(asked?.toString()).toBe("limit=30&palace=home&wing=lina");
  });
});

test("an empty palace says what will be here", async () => {
  startFakeServer(routes({ "GET /v1/memories": page([]) }));

  renderApp("/memory");

  expect(await screen.findByText("No memories here yet")).toBeVisible();
});

test("a failed recall names its request and can be tried again", async () => {
  let tries = 0;
  const recall = () =>
    ++tries === 1 ? { status: 503, body: failure("busy", "The index is busy.") } : { body: answer };
  startFakeServer(routes({ "POST /v1/recall": recall }));
  const { user } = renderApp("/memory?q=moving");

  expect(await screen.findByText("The index is busy.")).toBeVisible();
  expect(screen.getByText("req_7")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("list", { name: "Results" })).toBeVisible();
});

test("what is remembered here goes into this palace", async () => {
  const sent = startFakeServer(routes({ "POST /v1/memories": { status: 201, body: aMemory() } }));
  const { user } = renderApp("/memory");

  await user.click(await screen.findByRole("button", { name: "Remember" }));
  const dialog = await screen.findByRole("dialog", { name: "Remember" });
  await user.type(within(dialog).getByLabelText(/word for word/), "The cat is fine.");
  await user.click(within(dialog).getByRole("button", { name: "Remember" }));

  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sent.find(({ method }) => method === "POST")?.body).toMatchObject({
    content: "The cat is fine.",
    palace: "home",
  });
});
