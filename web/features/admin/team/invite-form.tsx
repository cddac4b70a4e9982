import { type FormEvent, useState } from "react";
import { ROLE_NAMES, type Role } from "../../../../domain/roles.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { PasswordField, SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { useInvite } from "./team.ts";

const EMPTY = { email: "", role: "mentor" as Role };
const INVITED: readonly Role[] = ["mentor", "accounts", "viewer", "admin"];
const OPTIONS = INVITED.map((value) => ({ value, label: ROLE_NAMES[value] }));

export function InviteForm() {
  const { value, change, restart, draft } = useKeptState("invitation", EMPTY);
  const [superAdminPassword, setPassword] = useState("");
  const [problem, setProblem] = useState<{ email?: string | undefined; password?: string | undefined }>({});
  const invite = useInvite();
  const { role } = value;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const email = value.email.trim();
    const lacksPassword = role !== "mentor" && superAdminPassword === "";
    setProblem({
      email: email === "" ? "Please enter an email address." : undefined,
      password: lacksPassword ? "Please enter the super-admin password." : undefined,
    });
    if (email === "" || lacksPassword) return;
    invite.mutate(
      { email, role, superAdminPassword },
      {
        onSuccess: () => {
          toast.success(`The invitation to ${email} is on its way.`);
          setPassword("");
          restart(EMPTY);
        },
      },
    );
  };
  return (
    <Card>
      <h2 className="mb-3 text-xl">Invite a colleague</h2>
      <DraftNote draft={draft} onThrowAway={() => restart(EMPTY)} />
      <form method="post" noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          hint="They get a link, which works for a week and only with an account of this address."
          error={problem.email}
          value={value.email}
          onChange={({ target }) => change({ ...value, email: target.value })}
        />
        <SelectField
          label="Role"
          value={role}
          options={OPTIONS}
          onChange={({ target }) => change({ ...value, role: target.value as Role })}
        />
        {role !== "mentor" && (
          <PasswordField
            label="Super-admin password"
            autoComplete="off"
            error={problem.password}
            value={superAdminPassword}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
        {invite.error && (
          <div className="sm:col-span-2">
            <Notice kind="danger">{invite.error.message}</Notice>
          </div>
        )}
        <Button type="submit" busy={invite.isPending} className="sm:col-span-2 sm:justify-self-start">
          Send the invitation
        </Button>
      </form>
    </Card>
  );
}
