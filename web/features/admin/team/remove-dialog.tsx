import { useState } from "react";
import { ROLE_NAMES, type Role } from "../../../../domain/roles.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { PasswordField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { type Colleague, useRemove } from "./team.ts";

interface RemoveDialogProps {
  readonly colleague: Colleague;
  readonly onClose: () => void;
}

const EFFECTS: Readonly<Record<Role, string>> = {
  admin: "They lose all rights at once, those of a mentor too, and the invitations that they sent end.",
  mentor:
    "They lose access to their students at once. Another mentor who is free gets each call, and calls for which nobody is free stay booked.",
  accounts: "They lose access to payments and students at once.",
  viewer: "They lose access to the list of students at once.",
};

export function RemoveDialog({ colleague, onClose }: RemoveDialogProps) {
  const { email, role } = colleague;
  const [superAdminPassword, setPassword] = useState("");
  const remove = useRemove();
  const submit = () =>
    remove.mutate(
      { colleague, superAdminPassword },
      {
        onSuccess: () => {
          toast.success(`${email} has lost the rights of ${ROLE_NAMES[role]}.`);
          onClose();
        },
      },
    );
  const problem = remove.error && textOf(remove.error, role);
  return (
    <FormDialog
      title={`Remove ${email} as ${ROLE_NAMES[role]}?`}
      description={EFFECTS[role]}
      submit="Remove"
      danger
      isReady={role !== "admin" || superAdminPassword !== ""}
      busy={remove.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {role === "admin" && (
        <PasswordField
          label="Super-admin password"
          autoComplete="off"
          value={superAdminPassword}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      {problem && <Notice kind="danger">{problem}</Notice>}
    </FormDialog>
  );
}

/** The server's function answers with texts for people, the table API only where a rule refuses. */
function textOf(error: Error, role: Role): string {
  return role === "admin" ? error.message : refusalText(error, "Not removed. Please try again.");
}
