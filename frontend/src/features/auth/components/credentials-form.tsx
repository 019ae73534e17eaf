import type { UseMutationResult } from "@tanstack/react-query";
import type { SubmitEvent } from "react";

import { Button } from "@/components/button";
import { Failure } from "@/components/failure";
import { Field } from "@/components/field";
import { formText } from "@/lib/form-text";

import { FormRefused } from "../api/account";
import type { Credentials } from "../api/account";

interface CredentialsFormProps {
  submitWord: string;
  isNewAccount: boolean;
  entering: UseMutationResult<"in" | "verify", Error, Credentials>;
  onEntered: () => void;
}

function readCredentials(form: HTMLFormElement): Credentials {
  const data = new FormData(form);
  // A password is taken as typed: spaces at its ends belong to it.
  const password = data.get("password");
  return { email: formText(data, "email"), password: typeof password === "string" ? password : "" };
}

export function CredentialsForm(props: CredentialsFormProps) {
  const { submitWord, isNewAccount, entering, onEntered } = props;
  const { error } = entering;
  const refused = error instanceof FormRefused ? error.fields : {};
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    entering.mutate(readCredentials(event.currentTarget), {
      onSuccess: (outcome) => outcome === "in" && onEntered(),
    });
  };
  if (entering.data === "verify") {
    return <p role="status">A link was sent to your e-mail. Open it to finish, then log in.</p>;
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        error={refused.email}
        required
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete={isNewAccount ? "new-password" : "current-password"}
        hint={isNewAccount ? "A long phrase is better than a short riddle." : undefined}
        error={refused.password}
        required
      />
      {refused.form !== undefined && (
        <p role="alert" className="text-13 text-failed">
          {refused.form}
        </p>
      )}
      {error !== null && !(error instanceof FormRefused) && (
        <Failure title={`${submitWord} did not work`} error={error} />
      )}
      <Button type="submit" look="main" disabled={entering.isPending}>
        {submitWord}
      </Button>
    </form>
  );
}
