import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { failure, page, startFakeServer } from "@/testing/fake-server";
import type { Routes } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { apiKey, palace, tenant, usage } from "@/testing/samples";

const notices = [{ code: "lexical_only", message: "No embedding model: lexical recall only." }];

function routes(over: Routes = {}): Routes {
  return {
    "GET /v1/palaces": page([palace]),
    "GET /v1/tenants/current": { body: { ...tenant, notices } },
    "GET /v1/api-keys": page([apiKey]),
    "GET /v1/usage": { body: usage },
    "GET /v1/usage/rows": page([]),
    "GET /v1/runs": page([]),
    ...over,
  };
}

test("a new key shows its secret once", async () => {
  const created = { status: 201, body: { ...apiKey, id: "k2", secret: "enf_live_secret" } };
  const sent = startFakeServer(routes({ "POST /v1/api-keys": created }));
  const { user } = renderApp("/api-keys");

  await user.click(await screen.findByRole("button", { name: "New API key" }));
  await user.type(await screen.findByLabelText("Name"), "bot");
  await user.click(screen.getByLabelText("Read usage"));
  await user.click(screen.getByRole("button", { name: "Make the key" }));
  expect(await screen.findByText("enf_live_secret")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "I have stored it" }));

  await waitFor(() => expect(screen.queryByText("enf_live_secret")).not.toBeInTheDocument());
  expect(sent.find(({ method }) => method === "POST")?.body).toMatchObject({
    name: "bot",
    permissions: ["memory.read", "memory.write", "usage.read"],
    palaces: null,
  });
});

test("a key without a name is not sent", async () => {
  const sent = startFakeServer(routes());
  const { user } = renderApp("/api-keys");

  await user.click(await screen.findByRole("button", { name: "New API key" }));
  await user.click(await screen.findByRole("button", { name: "Make the key" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("Give the key a name");
  expect(sent.filter(({ method }) => method === "POST")).toHaveLength(0);
});

test("a key is revoked only after a second yes", async () => {
  const sent = startFakeServer(routes({ "DELETE /v1/api-keys/k1": { status: 204, body: null } }));
  const { user } = renderApp("/api-keys");
  const deletes = () => sent.filter(({ method }) => method === "DELETE");

  await user.click(await screen.findByRole("button", { name: "Revoke support bot" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Revoke support bot?" });
  expect(deletes()).toHaveLength(0);
  await user.click(within(dialog).getByRole("button", { name: "Revoke" }));

  await waitFor(() => expect(deletes().map(({ path }) => path)).toEqual(["/v1/api-keys/k1"]));
});

test("usage is one number, its cap, and the meters", async () => {
  startFakeServer(routes());

  renderApp("/usage");

  expect(await screen.findByText("Cap $5.00")).toBeVisible();
  expect(
    screen.getByRole("row", { name: /Memories written.*812 1,000 188 \$0\.00/ }),
  ).toBeVisible();
  expect(await screen.findByText("No rows yet")).toBeVisible();
});

test("a failed ledger leaves the rest of the page standing", async () => {
  const broken = { status: 403, body: failure("forbidden", "usage.read is missing.") };
  startFakeServer(routes({ "GET /v1/usage/rows": broken }));

  renderApp("/usage");

  expect(await screen.findByText("Could not load the ledger")).toBeVisible();
  expect(await screen.findByText("Cap $5.00")).toBeVisible();
});

test("the overview calmly says what this instance lacks, and offers the first call", async () => {
  startFakeServer(routes());

  renderApp("/");

  expect(await screen.findByText("No embedding model: lexical recall only.")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Connect an agent" })).toBeVisible();
  expect(screen.getByText(/v1\/recall/)).toBeVisible();
});

test("the theme one chooses is painted and remembered", async () => {
  startFakeServer(routes());
  const { user } = renderApp("/settings");

  await user.click(await screen.findByLabelText("Dark"));

  expect(document.documentElement).toHaveAttribute("data-theme", "dark");
  expect(localStorage.getItem("enfilade.theme")).toBe("dark");
});

test("log-out leads to the log-in page and forgets what was loaded", async () => {
  let isIn = true;
  startFakeServer(
    routes({
      "GET /v1/tenants/current": () =>
        isIn ? { body: tenant } : { status: 401, body: failure("unauthenticated", "Log in.") },
      "DELETE /_allauth/browser/v1/auth/session": () => {
        isIn = false;
        return { status: 401, body: {} };
      },
    }),
  );
  const { user, history } = renderApp("/settings");

  await user.click(await screen.findByRole("button", { name: "Log out" }));
  expect(await screen.findByRole("heading", { name: "Log in" })).toBeVisible();
  act(() => history.push("/usage"));

  expect(await screen.findByRole("heading", { name: "Log in" })).toBeVisible();
});

test("the palette goes to a page by its name", async () => {
  startFakeServer(routes());
  const { user, history } = renderApp("/settings");
  await screen.findByRole("heading", { name: "Settings" });

  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "usa{Enter}");

  await waitFor(() => expect(history.location.pathname).toBe("/usage"));
});
