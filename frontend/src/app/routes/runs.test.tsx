import { act, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { FakeEventSource } from "@/testing/fake-event-source";
import { page, startFakeServer } from "@/testing/fake-server";
import type { Routes } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { aRun, aStep, agent, tenant } from "@/testing/samples";

function routes(over: Routes = {}): Routes {
  return {
    "GET /v1/tenants/current": { body: tenant },
    "GET /v1/agents": page([agent]),
    "GET /v1/runs": page([]),
    "GET /v1/runs/run1": { body: aRun() },
    "GET /v1/runs/run1/steps": { body: { items: [aStep()] } },
    ...over,
  };
}

test("a started run opens its own page", async () => {
  const sent = startFakeServer(
    routes({ "POST /v1/agents/a1/runs": { status: 202, body: aRun() } }),
  );
  const { user, history } = renderApp("/runs");

  await user.type(await screen.findByLabelText("Task"), "Count the cats");
  await user.click(screen.getByRole("button", { name: "Start" }));

  expect(await screen.findByRole("heading", { name: /How often did Lina/ })).toBeVisible();
  expect(history.location.pathname).toBe("/runs/run1");
  expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ task: "Count the cats" });
});

test("without agents the page says how to get one", async () => {
  startFakeServer(routes({ "GET /v1/agents": page([]) }));

  renderApp("/runs");

  expect(await screen.findByText("A run needs an agent")).toBeVisible();
  expect(await screen.findByText("No runs yet")).toBeVisible();
});

test("steps and state arrive live, and an error stands open", async () => {
  startFakeServer(routes());
  renderApp("/runs/run1");
  await screen.findByRole("article", { name: "Step 1" });
  const source = FakeEventSource.opened[0];

  const error = { code: "type_error", message: "TypeError: no cat" };
  act(() => source?.send("step", aStep({ index: 2, state: "failed", error })));
  act(() => source?.send("run", aRun({ steps: 2 })));

  const second = await screen.findByRole("article", { name: "Step 2" });
  expect(within(second).getByText("TypeError: no cat")).toBeVisible();
  expect(await screen.findByText(/2 of 8 steps/)).toBeVisible();
  expect(source?.url).toBe("/v1/runs/run1/events");
});

test("a run that ends closes its feed and shows the answer from the tables", async () => {
  let run = aRun();
  startFakeServer(routes({ "GET /v1/runs/run1": () => ({ body: run }) }));
  renderApp("/runs/run1");
  await screen.findByRole("article", { name: "Step 1" });
  const source = FakeEventSource.opened[0];

  run = aRun({ state: "succeeded", answer: "Seven times.", ended_at: "2026-03-02T10:00:09Z" });
  act(() => source?.send("run", run));

  expect(await screen.findByText("Seven times.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Cancel run" })).not.toBeInTheDocument();
  expect(source?.readyState).toBe(FakeEventSource.CLOSED);
});

test("a live run can be cancelled", async () => {
  let run = aRun();
  startFakeServer(
    routes({
      "GET /v1/runs/run1": () => ({ body: run }),
      "POST /v1/runs/run1/cancel": () => {
        run = aRun({ state: "cancelled", ended_at: "2026-03-02T10:00:09Z" });
        return { body: run };
      },
    }),
  );
  const { user } = renderApp("/runs/run1");

  await user.click(await screen.findByRole("button", { name: "Cancel run" }));

  expect(await screen.findByText("Cancelled")).toBeVisible();
});
