import { Link } from "@tanstack/react-router";

import { Logo } from "@/components/logo";
import { Page } from "@/components/page";

export function NotFound() {
  return (
    <main>
      <div className="mx-auto max-w-[1080px] px-4 pt-6 md:px-10">
        <Logo />
      </div>
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
