import { useRef, useState } from "react";
import { toast } from "sonner";
import { findMailRefusal } from "../../../../domain/audience.ts";
import { useUser } from "../../../queries/user.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Attachments } from "./attachments.tsx";
import { useAudience } from "./audience.ts";
import { AudienceLine } from "./audience-line.tsx";
import { CampaignCard } from "./campaign-card.tsx";
import { CampaignList } from "./campaign-list.tsx";
import type { Campaign } from "./campaigns.ts";
import { type ChangeDraft, newDraft, useDraft } from "./draft.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { findPlaceholders } from "./placeholders.ts";
import { PlanChoice } from "./plan-choice.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { useSendMail, type Wish } from "./send-mail.ts";
import { TemplateChoice } from "./template-choice.tsx";

interface ComposeProps {
  /** Those that were under way since the page was opened. */
  readonly campaigns: readonly Campaign[];
  readonly onStarted: (campaign: string) => void;
}

export function Compose({ campaigns, onStarted }: ComposeProps) {
  const { email: ownEmail } = useUser();
  const [draft, changeDraft] = useDraft();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [badAttachments, setBadAttachments] = useState<readonly string[]>([]);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [wish, setWish] = useState<Wish["to"]>();
  const [started, setStarted] = useState<string>();
  const subjectField = useRef<HTMLInputElement>(null);
  const bodyField = useRef<HTMLTextAreaElement>(null);
  const audience = useAudience(draft.plan);
  const send = useSendMail();

  const { subject, body } = draft;
  const placeholders = findPlaceholders(`${subject}\n${body}`);
  const willGet = audience.data?.will_get;

  const change: ChangeDraft = (changed) => {
    setRefusal(undefined);
    changeDraft(changed);
  };
  const ask = (to: Wish["to"]) => {
    // Where nobody has been counted yet, the server says whether there is anybody.
    const recipients = to === "users" ? (willGet ?? 1) : 1;
    const found = findMailRefusal({ subject, body, recipients });
    setRefusal(found);
    if (found) toast.error(found, { id: "refusal" });
    else setWish(to);
  };
  const succeed = (campaign: string | undefined) => {
    setWish(undefined);
    if (!campaign) return toast.success("Test email sent to your address!");
    onStarted(campaign);
    setStarted(campaign);
    change(newDraft());
    setFiles([]);
    setBadAttachments([]);
  };

  return (
    <>
      <PageTitle title="Send Email to Users" />
      <div className="grid gap-6">
        {campaigns.map((campaign) => (
          <CampaignCard key={campaign.id} campaign={campaign} takesFocus={campaign.id === started} />
        ))}
        <Card className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <PlanChoice value={draft.plan} onChange={(plan) => change({ plan })} />
            <TemplateChoice draft={draft} onChange={change} />
          </div>
          <TextField
            ref={subjectField}
            label="Subject"
            maxLength={500}
            value={subject}
            onChange={({ target }) => change({ subject: target.value })}
          />
          <TextArea
            ref={bodyField}
            label="Body"
            rows={6}
            value={body}
            onChange={({ target }) => change({ body: target.value })}
          />
          {placeholders.length > 0 && (
            <Notice
              kind="warning"
              title="Something is still to be filled in"
              action={
                <Button
                  size="small"
                  variant="secondary"
                  onClick={() => showPlaceholder(subjectField.current, bodyField.current)}
                >
                  Show me
                </Button>
              }
            >
              The text still says {placeholders.join(", ")}.
            </Notice>
          )}
          <Attachments
            files={files}
            refusals={badAttachments}
            lost={files.length === 0 ? draft.attached : []}
            onChange={(next, refused) => {
              setFiles(next);
              setBadAttachments(refused);
              change({ attached: next.map(({ name }) => name) });
            }}
          />
          <div className="grid gap-3 border-t pt-5">
            {refusal && <Notice kind="danger">{refusal}</Notice>}
            <AudienceLine audience={audience} />
            <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
              <Button busy={send.isPending} busyText="Sending..." onClick={() => ask("users")}>
                Send Email ({willGet?.toLocaleString("en-IN") ?? "…"} users)
              </Button>
              <Button
                variant="secondary"
                disabled={send.isPending || subject === "" || body === ""}
                onClick={() => setIsPreviewed(true)}
              >
                Preview Email
              </Button>
              <Button
                variant="quiet"
                className="underline underline-offset-4"
                disabled={send.isPending || !ownEmail}
                onClick={() => ask("myself")}
              >
                Send test email to myself
              </Button>
            </div>
          </div>
        </Card>
        <CampaignList />
      </div>
      {isPreviewed && <PreviewDialog {...{ subject, body }} onClose={() => setIsPreviewed(false)} />}
      {wish && (
        <PasswordDialog
          wish={{ to: wish, draft, files }}
          ownEmail={ownEmail ?? ""}
          willGet={willGet}
          send={send}
          onDone={succeed}
          onAttachmentRefused={(why) => {
            setBadAttachments([why]);
            setWish(undefined);
          }}
          onClose={() => setWish(undefined)}
        />
      )}
    </>
  );
}

/** Takes the admin to the first one, ready to be overwritten. */
function showPlaceholder(...fields: (HTMLInputElement | HTMLTextAreaElement | null)[]): void {
  for (const field of fields) {
    const [first] = findPlaceholders(field?.value ?? "");
    if (!field || !first) continue;
    const at = field.value.indexOf(first);
    // Browsers scroll to where the caret stands, not to a selection.
    field.setSelectionRange(at, at);
    field.focus();
    field.setSelectionRange(at, at + first.length);
    return;
  }
}
