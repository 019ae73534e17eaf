import { Link } from "@tanstack/react-router";

import { Empty } from "@/components/empty";

export function NotFound() {
  return (
    <main className="mx-auto max-w-[560px] px-4 py-10">
      <title>No such page · Enfilade</title>
      <Empty
        title="There is no room behind this door"
        action={
          <Link to="/" className="text-accent underline">
            Go to the overview
          </Link>
        }
      >
        The address may be mistyped, or what it led to is gone.
      </Empty>
    </main>
  );
}
