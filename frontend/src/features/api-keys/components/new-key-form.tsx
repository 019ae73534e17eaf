import { useState } from "react";
import type { SubmitEvent } from "react";

import type { NewApiKey, PalaceRow } from "@/api/contract";
import { Button } from "@/components/button";
import { Failure } from "@/components/failure";
import { Field } from "@/components/field";
import { SelectField } from "@/components/select-field";

import { EXPIRIES, problemWith, readNewKey } from "../new-key";
import { PERMISSION_GROUPS, USUAL_PERMISSIONS } from "../permissions";

import { CheckList } from "./check-list";

interface NewKeyFormProps {
  palaces: PalaceRow[];
  isWorking: boolean;
  error: Error | null;
  onSubmit: (key: NewApiKey) => void;
}

export function NewKeyForm({ palaces, isWorking, error, onSubmit }: NewKeyFormProps) {
  const [problem, setProblem] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const key = readNewKey(new FormData(event.currentTarget), Date.now());
    const found = problemWith(key);
    setProblem(found);
    if (found === undefined) onSubmit(key);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label="Name"
        name="name"
        maxLength={200}
        autoComplete="off"
        hint="For instance: support bot, staging"
      />
      <div className="flex flex-col gap-3">
        <p className="text-13 font-strong">Permissions</p>
        {PERMISSION_GROUPS.map((group) => (
          <CheckList
            key={group.name}
            legend={group.name}
            name="permissions"
            options={group.permissions}
            isChecked={(id) => USUAL_PERMISSIONS.has(id)}
          />
        ))}
      </div>
      {palaces.length > 0 && (
        <CheckList
          legend="Only in these palaces (none ticked: all)"
          name="palaces"
          options={palaces.map(({ id, name }) => ({ id, words: name }))}
          isChecked={() => false}
        />
      )}
      <SelectField label="Expires" name="days" defaultValue="90">
        {EXPIRIES.map(({ days, words }) => (
          <option key={days} value={days}>
            {words}
          </option>
        ))}
      </SelectField>
      {problem !== undefined && (
        <p role="alert" className="text-13 text-failed">
          {problem}
        </p>
      )}
      {error !== null && <Failure title="The key was not made" error={error} />}
      <Button type="submit" look="main" disabled={isWorking}>
        Make the key
      </Button>
    </form>
  );
}
