import { createMemoryHistory } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

import { App } from "@/app/app";

/** The whole app at an address, as a person meets it. */
export function renderApp(path: string) {
  const history = createMemoryHistory({ initialEntries: [path] });
  render(<App history={history} />);
  return { user: userEvent.setup(), history };
}
