import { type FormEvent, useState } from "react";
import { ATTACHMENTS_TOO_LARGE } from "../../../../domain/attachments.ts";
import { countText } from "../../../../domain/count-text.ts";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { PasswordField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import type { MailRules } from "./mail-rules.ts";
import { findPlaceholders } from "./placeholders.ts";
import type { SendRequest, useSendMail } from "./send-mail.ts";
import { findSendTime } from "./send-time.ts";
import { findTemplateWarning } from "./template-fit.ts";

interface PasswordDialogProps {
  readonly request: SendRequest;
  readonly ownEmail: string;
  /** Undefined until the users have been counted. */
  readonly recipientCount: number | undefined;
  readonly rules: MailRules | undefined;
  readonly sendMail: ReturnType<typeof useSendMail>;
  readonly onTestSent: () => void;
  readonly onStarted: (campaignId: string) => void;
  readonly onAttachmentsRefused: (refusal: string) => void;
  readonly onClose: () => void;
}

const WRONG_PASSWORD = "Incorrect super-admin password.";

export function PasswordDialog(props: PasswordDialogProps) {
  const { request, ownEmail, recipientCount, sendMail, onAttachmentsRefused, onClose } = props;
  const [superAdminPassword, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const { approvalAbove = Infinity, mailedToday = 0 } = props.rules ?? {};
  const needsPassword = approvalAbove === Infinity;
  const warning = request.to === "users" ? findTemplateWarning(request.draft) : undefined;
  const placeholders = findPlaceholders(`${request.draft.subject}\n${request.draft.body}`);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sendMail.isPending) return;
    setProblem(undefined);
    sendMail.mutate(
      { ...request, ownEmail, superAdminPassword },
      {
        onSuccess: (campaignId) => (campaignId ? props.onStarted(campaignId) : props.onTestSent()),
        onError: ({ message }) => {
          if (isAboutAttachments(message, request.files)) onAttachmentsRefused(message);
          else setProblem(message);
          if (message === WRONG_PASSWORD) return;
          toast.error(request.to === "myself" ? "Failed to send test email to your address." : message);
        },
      },
    );
  };
  // Once sent, a request cannot be cancelled: closing the dialog would only hide its result.
  const cancel = () => {
    if (!sendMail.isPending) onClose();
  };
  const footer = (
    <>
      <Button variant="secondary" disabled={sendMail.isPending} onClick={cancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        form="super-admin"
        disabled={needsPassword && superAdminPassword === ""}
        busy={sendMail.isPending}
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
      title={needsPassword ? "Super Admin Password Required" : "Send this email?"}
      description={describe(request, ownEmail, recipientCount)}
      footer={footer}
    >
      <form id="super-admin" onSubmit={submit} className="grid gap-4">
        {placeholders.length > 0 && (
          <Notice kind="warning">The text still says {placeholders.join(", ")}.</Notice>
        )}
        {warning && <Notice kind="warning">{warning}</Notice>}
        {needsPassword ? (
          <PasswordField
            label="Super-admin password"
            // This is not the admin's own password: browsers should neither save it nor fill it in.
            autoComplete="off"
            value={superAdminPassword}
            error={problem}
            onChange={({ target }) => setPassword(target.value)}
          />
        ) : (
          problem && <Notice kind="danger">{problem}</Notice>
        )}
        {request.to === "users" &&
          recipientCount !== undefined &&
          recipientCount + mailedToday > approvalAbove && (
            <Notice kind="info">
              It waits until another admin approves it, because your mails of one day go to more than{" "}
              {approvalAbove.toLocaleString("en-IN")} users.
            </Notice>
          )}
      </form>
    </Dialog>
  );
}

function isAboutAttachments(message: string, files: SendRequest["files"]): boolean {
  return message === ATTACHMENTS_TOO_LARGE || files.some(({ name }) => message.startsWith(`${name} `));
}

function describe({ to, draft }: SendRequest, ownEmail: string, recipientCount: number | undefined): string {
  if (to === "myself") return `One test email goes to ${ownEmail}.`;
  const plans = draft.audience !== "" ? "the chosen audience" : draft.plan === "" ? "all plans" : draft.plan;
  const count = recipientCount === undefined ? "" : `${countText(recipientCount, "user")} of `;
  const sendAt = findSendTime(draft.sendAt);
  const when = sendAt ? ` on ${formatInstant(sendAt)}` : "";
  return `“${draft.subject}” goes to ${count}${plans}${when}. Emails already sent cannot be recalled.`;
}
