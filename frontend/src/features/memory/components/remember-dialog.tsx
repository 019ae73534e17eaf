import { useState } from "react";
import type { SubmitEvent } from "react";

import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { Failure } from "@/components/failure";
import { Field } from "@/components/field";
import { TextAreaField } from "@/components/text-area-field";
import { formText } from "@/lib/form-text";

import { useRemember } from "../api/remember";
import type { MemorySearch } from "../place";

interface RememberDialogProps {
  place: MemorySearch;
}

export function RememberDialog({ place }: RememberDialogProps) {
  const [isOpen, setIsOpen] = useState(false);
  const remembering = useRemember();
  const change = (open: boolean) => {
    setIsOpen(open);
    remembering.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const content = formText(form, "content");
    if (content === "") return;
    const [wing, room, author] = ["wing", "room", "author"].map(
      (name) => formText(form, name) || undefined,
    );
    remembering.mutate(
      { content, palace: place.palace, wing, room, author },
      { onSuccess: () => change(false) },
    );
  };
  return (
    <>
      <Button onClick={() => change(true)}>Remember</Button>
      <Dialog title="Remember" open={isOpen} onOpenChange={change}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <TextAreaField
            label="What was said, word for word"
            name="content"
            rows={5}
            required
            dir="auto"
          />
          <div className="grid gap-4 md:grid-cols-3">
            <Field label="Wing" name="wing" defaultValue={place.wing} autoComplete="off" />
            <Field label="Room" name="room" defaultValue={place.room} autoComplete="off" />
            <Field label="Who said it" name="author" autoComplete="off" />
          </div>
          {remembering.error !== null && (
            <Failure title="It was not remembered" error={remembering.error} />
          )}
          <Button type="submit" look="main" disabled={remembering.isPending}>
            Remember
          </Button>
        </form>
      </Dialog>
    </>
  );
}
