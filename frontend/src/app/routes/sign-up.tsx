import { Link, useRouter, useSearch } from "@tanstack/react-router";

import { useSignUp } from "@/features/auth/api/sign-up";
import { CredentialsForm } from "@/features/auth/components/credentials-form";
import { Door } from "@/features/auth/components/door";

export function SignUpRoute() {
  const { next } = useSearch({ from: "/sign-up" });
  const { history } = useRouter();
  return (
    <Door title="Make an account">
      <CredentialsForm
        submitWord="Sign up"
        isNewAccount
        entering={useSignUp()}
        onEntered={() => history.push(next ?? "/")}
      />
      <p className="text-13 text-ink-2">
        Have one already?{" "}
        <Link to="/log-in" search={{ next }} className="text-accent underline">
          Log in
        </Link>
      </p>
    </Door>
  );
}
