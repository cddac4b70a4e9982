import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { ATTACHMENTS_TOO_LARGE } from "../../../../domain/attachments.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { PasswordField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { findPlaceholders } from "./placeholders.ts";
import type { useSendMail, Wish } from "./send-mail.ts";

interface PasswordDialogProps {
  readonly wish: Wish;
  readonly ownEmail: string;
  readonly willGet: number | undefined;
  readonly send: ReturnType<typeof useSendMail>;
  /** With the campaign's id, unless it was a test. */
  readonly onDone: (campaign: string | undefined) => void;
  /** With why the attachments are not taken. */
  readonly onAttachmentRefused: (why: string) => void;
  readonly onClose: () => void;
}

const WRONG_PASSWORD = "Incorrect super-admin password.";

export function PasswordDialog(props: PasswordDialogProps) {
  const { wish, ownEmail, willGet, send, onDone, onAttachmentRefused, onClose } = props;
  const [superAdminPassword, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const placeholders = findPlaceholders(`${wish.draft.subject}\n${wish.draft.body}`);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    setProblem(undefined);
    send.mutate(
      { ...wish, ownEmail, superAdminPassword },
      {
        onSuccess: onDone,
        onError: ({ message }) => {
          if (isAboutAttachments(message, wish.files)) onAttachmentRefused(message);
          else setProblem(message);
          if (message === WRONG_PASSWORD) return;
          toast.error(wish.to === "myself" ? "Failed to send test email to your address." : message);
        },
      },
    );
  };
  // What is on its way may happen all the same.
  const cancel = () => {
    if (!send.isPending) onClose();
  };
  const footer = (
    <>
      <Button variant="secondary" disabled={send.isPending} onClick={cancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        form="super-admin"
        disabled={superAdminPassword === ""}
        busy={send.isPending}
        busyText="Sending..."
      >
        Confirm & Send
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      title="Super Admin Password Required"
      description={describe(wish, ownEmail, willGet)}
      footer={footer}
    >
      <form id="super-admin" onSubmit={submit} className="grid gap-4">
        {placeholders.length > 0 && (
          <Notice kind="warning">The text still says {placeholders.join(", ")}.</Notice>
        )}
        <PasswordField
          label="Super-admin password"
          // Not the admin's own: no browser should keep it or fill it in.
          autoComplete="off"
          value={superAdminPassword}
          error={problem}
          onChange={({ target }) => setPassword(target.value)}
        />
      </form>
    </Dialog>
  );
}

function isAboutAttachments(message: string, files: Wish["files"]): boolean {
  return message === ATTACHMENTS_TOO_LARGE || files.some(({ name }) => message.startsWith(`${name} `));
}

function describe({ to, draft }: Wish, ownEmail: string, willGet: number | undefined): string {
  if (to === "myself") return `One test email goes to ${ownEmail}.`;
  const whom = draft.plan === "" ? "all plans" : draft.plan;
  const many = willGet === undefined ? "" : `${willGet.toLocaleString("en-IN")} user(s) of `;
  return `“${draft.subject}” goes to ${many}${whom}. Mails that are out cannot be called back.`;
}
