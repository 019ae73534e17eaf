import { Link, useRouter, useSearch } from "@tanstack/react-router";

import { useLogIn } from "@/features/auth/api/log-in";
import { CredentialsForm } from "@/features/auth/components/credentials-form";
import { Door } from "@/features/auth/components/door";

export function LogInRoute() {
  const { next } = useSearch({ from: "/log-in" });
  const { history } = useRouter();
  return (
    <Door title="Log in">
      <CredentialsForm
        submitWord="Log in"
        isNewAccount={false}
        entering={useLogIn()}
        onEntered={() => history.push(next ?? "/")}
      />
      <p className="text-13 text-ink-2">
        New here?{" "}
        <Link to="/sign-up" search={{ next }} className="text-accent underline">
          Make an account
        </Link>
      </p>
    </Door>
  );
}
