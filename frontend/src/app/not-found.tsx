import { Link } from "@tanstack/react-router";

import { Page } from "@/components/page";

export function NotFound() {
  return (
    <main>
      <Page
        title="There is no room behind this door"
        lead="The address may be mistyped, or what it led to is gone."
      >
        <Link to="/" className="text-accent self-start underline">
          Go to the overview
        </Link>
      </Page>
    </main>
  );
}
