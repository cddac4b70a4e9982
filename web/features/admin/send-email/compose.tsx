import { useRef } from "react";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { AttachmentField } from "./attachment-field.tsx";
import { AudienceField } from "./audience-field.tsx";
import { AudienceLine } from "./audience-line.tsx";
import { CampaignCard } from "./campaign-card.tsx";
import { CampaignList } from "./campaign-list.tsx";
import type { Campaign } from "./campaigns.ts";
import { EmailPreviewDialog } from "./email-preview-dialog.tsx";
import { useMailRules } from "./mail-rules.ts";
import { insertInto, MergeFieldMenu } from "./merge-field-menu.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { PlaceholderNotice } from "./placeholder-notice.tsx";
import { PlanFilterField } from "./plan-filter-field.tsx";
import { TemplateChoice } from "./template-choice.tsx";
import { useCompose } from "./use-compose.ts";

interface ComposeProps {
  /** Campaigns in progress at any time since the page was opened. */
  readonly campaigns: readonly Campaign[];
  readonly onStarted: (campaignId: string) => void;
}

export function Compose({ campaigns, onStarted }: ComposeProps) {
  const compose = useCompose(onStarted);
  const subjectField = useRef<HTMLInputElement>(null);
  const bodyField = useRef<HTMLTextAreaElement>(null);
  const { draft, step, ownEmail, recipientCount, sendMail, editDraft } = compose;
  const { subject, body } = draft;
  const isSending = sendMail.isPending;
  const rules = useMailRules();
  const quietTime = rules.data?.quietTime;
  return (
    <>
      <PageTitle title="Send Email to Users" />
      <div className="grid gap-6">
        {campaigns.map((campaign) => (
          <CampaignCard
            key={campaign.id}
            campaign={campaign}
            takesFocus={campaign.id === compose.startedCampaignId}
          />
        ))}
        <Card className="grid gap-5">
          <DraftNote draft={compose.kept} onThrowAway={compose.throwAway} />
          <AudienceField draft={draft} onChange={editDraft} />
          <div className="grid gap-5 sm:grid-cols-2">
            {draft.audience === "" && (
              <PlanFilterField value={draft.plan} onChange={(plan) => editDraft({ plan })} />
            )}
            <TemplateChoice draft={draft} onChange={editDraft} />
          </div>
          <TextField
            ref={subjectField}
            label="Subject"
            maxLength={500}
            value={subject}
            onChange={({ target }) => editDraft({ subject: target.value })}
          />
          <TextArea
            ref={bodyField}
            label="Body"
            rows={6}
            value={body}
            onChange={({ target }) => editDraft({ body: target.value })}
          />
          <MergeFieldMenu
            onChoose={(field) => editDraft({ body: insertInto(bodyField.current, body, field) })}
          />
          <PlaceholderNotice placeholders={compose.placeholders} fields={[subjectField, bodyField]} />
          <AttachmentField
            files={compose.files}
            refusals={compose.attachmentRefusals}
            lost={compose.lostAttachments}
            onChange={compose.chooseFiles}
          />
          <TextField
            label="Send at"
            type="datetime-local"
            optional
            className="sm:max-w-xs"
            hint={`In Karnataka. Leave it empty to send now.${quietTime ? ` From ${quietTime}, mails wait.` : ""}`}
            value={draft.sendAt}
            onChange={({ target }) => editDraft({ sendAt: target.value })}
          />
          <div className="grid gap-3 border-t pt-5">
            {compose.refusal && <Notice kind="danger">{compose.refusal}</Notice>}
            <AudienceLine audience={compose.audience} />
            <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
              <Button busy={isSending} busyText="Sending..." onClick={() => compose.requestSend("users")}>
                Send Email ({recipientCount?.toLocaleString("en-IN") ?? "…"} users)
              </Button>
              <Button
                variant="secondary"
                disabled={isSending || subject === "" || body === ""}
                onClick={compose.openPreview}
              >
                Preview Email
              </Button>
              <Button
                variant="quiet"
                className="underline underline-offset-4"
                disabled={isSending || !ownEmail}
                onClick={() => compose.requestSend("myself")}
              >
                Send test email to myself
              </Button>
            </div>
          </div>
        </Card>
        <CampaignList />
      </div>
      {step.name === "previewing" && <EmailPreviewDialog draft={draft} onClose={compose.closeDialog} />}
      {step.name === "confirming" && (
        <PasswordDialog
          request={{ to: step.to, draft, files: compose.files }}
          ownEmail={ownEmail}
          recipientCount={recipientCount}
          rules={rules.data}
          sendMail={sendMail}
          onTestSent={compose.completeTest}
          onStarted={compose.completeSend}
          onAttachmentsRefused={compose.refuseAttachments}
          onClose={compose.closeDialog}
        />
      )}
    </>
  );
}
