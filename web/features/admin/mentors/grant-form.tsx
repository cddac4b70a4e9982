import { type FormEvent, useState } from "react";
import { isLost } from "../../../backend/is-lost.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { type Mentor, useGrantMentor } from "./mentors.ts";

const EMPTY = { email: "" };

export function GrantForm({ mentors }: { mentors: readonly Mentor[] }) {
  const { value, change, restart, draft } = useKeptState("new mentor", EMPTY);
  const { email } = value;
  const [problem, setProblem] = useState<string>();
  const grant = useGrantMentor();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = email.trim().toLowerCase();
    const problem = findProblem(typed, mentors);
    setProblem(problem);
    if (problem) return;
    grant.mutate(typed, {
      onSuccess: () => {
        toast.success(`${typed} is a mentor now.`);
        restart(EMPTY);
      },
      onError: (error) =>
        setProblem(
          isLost(error)
            ? "Not sent. The connection was lost; please try again."
            : refusalText(error, "Something went wrong. Please try again."),
        ),
    });
  };
  return (
    <Card>
      <DraftNote draft={draft} onThrowAway={() => restart(EMPTY)} />
      <form method="post" noValidate onSubmit={submit} className="grid gap-4 sm:flex sm:items-start">
        <TextField
          label="Email of the new mentor"
          type="email"
          inputMode="email"
          autoComplete="off"
          hint="They need an account with this address. They can then see who has booked a call with them, with phone number and documents."
          error={problem}
          value={email}
          onChange={(event) => {
            change({ email: event.target.value });
            setProblem(undefined);
          }}
          className="sm:flex-1"
        />
        <Button type="submit" busy={grant.isPending} className="sm:mt-7.5">
          Make a mentor
        </Button>
      </form>
    </Card>
  );
}

function findProblem(email: string, mentors: readonly Mentor[]): string | undefined {
  if (email === "") return "Please enter an email address.";
  if (mentors.some((mentor) => mentor.email === email && !mentor.revokedAt))
    return "They are a mentor already.";
  return undefined;
}
