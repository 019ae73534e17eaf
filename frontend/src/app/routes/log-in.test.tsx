import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { failure, page, startFakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { tenant, usage } from "@/testing/samples";

const STRANGER = { status: 401, body: failure("unauthenticated", "Log in or send a key.") };
const CONFIG = { body: {} };

async function fillIn(user: ReturnType<typeof renderApp>["user"], password: string) {
  await user.type(await screen.findByLabelText("E-mail"), "lina@example.org");
  await user.type(screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Log in" }));
}

test("a stranger lands on log-in and is told what this is", async () => {
  startFakeServer({ "GET /v1/tenants/current": STRANGER });

  renderApp("/");

  expect(await screen.findByRole("heading", { name: "Log in" })).toBeVisible();
  expect(screen.getByText(/memory palace for agents/i)).toBeVisible();
});

test("a refused password says so at its field", async () => {
  const errors = [{ message: "The password is not right.", code: "wrong", param: "password" }];
  startFakeServer({
    "GET /v1/tenants/current": STRANGER,
    "GET /_allauth/browser/v1/config": CONFIG,
    "POST /_allauth/browser/v1/auth/login": { status: 400, body: { status: 400, errors } },
  });
  const { user } = renderApp("/log-in");

  await fillIn(user, "wrong");

  expect(await screen.findByText("The password is not right.")).toBeVisible();
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(
    "The password is not right.",
  );
  expect(screen.getByLabelText("Password")).toBeInvalid();
});

test("after log-in one stands where one wanted to go", async () => {
  let isIn = false;
  startFakeServer({
    "GET /v1/tenants/current": () => (isIn ? { body: tenant } : STRANGER),
    "GET /_allauth/browser/v1/config": CONFIG,
    "POST /_allauth/browser/v1/auth/login": () => {
      isIn = true;
      return { body: { status: 200 } };
    },
    "GET /v1/usage": { body: usage },
    "GET /v1/usage/rows": page([]),
  });
  const { user, history } = renderApp("/usage");

  await fillIn(user, "right");

  expect(await screen.findByRole("heading", { name: "Usage" })).toBeVisible();
  expect(history.location.pathname).toBe("/usage");
});

test("a sign-up that awaits a mailed link says what to do", async () => {
  const body = { data: { flows: [{ id: "verify_email", is_pending: true }] } };
  startFakeServer({
    "GET /_allauth/browser/v1/config": CONFIG,
    "POST /_allauth/browser/v1/auth/signup": { status: 401, body },
  });
  const { user } = renderApp("/sign-up");

  await user.type(await screen.findByLabelText("E-mail"), "lina@example.org");
  await user.type(screen.getByLabelText("Password"), "a long phrase");
  await user.click(screen.getByRole("button", { name: "Sign up" }));

  expect(await screen.findByText(/link was sent/i)).toBeVisible();
});
