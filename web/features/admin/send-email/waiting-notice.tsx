import { Link } from "react-router";
import { countText } from "../../../../domain/count-text.ts";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { type Campaign, useApproval } from "./campaigns.ts";

interface WaitingNoticeProps {
  readonly campaign: Campaign;
  readonly isOpened: boolean;
}

/** Says what a campaign waits for. Another admin than its author approves it where they see its text and attachments. */
export function WaitingNotice({ campaign, isOpened }: WaitingNoticeProps) {
  const { id, send_at, waits_for_approval, is_own, created_by_email, queued } = campaign;
  const approval = useApproval(campaign);
  const time = send_at && new Date(send_at) > new Date() ? formatInstant(new Date(send_at)) : undefined;
  if (!waits_for_approval)
    return (
      <Notice kind="info" title={`It is sent on ${time}`}>
        Until then, “Stop” keeps everybody from getting it.
      </Notice>
    );
  const then = time ? ` It is then sent on ${time}.` : "";
  if (is_own)
    return (
      <Notice kind="info" title="Another admin has to approve it">
        They find it in this list.{then}
      </Notice>
    );
  const approve = () => approval.mutate(undefined, { onError: ({ message }) => toast.error(message) });
  return (
    <Notice
      kind="warning"
      title="It waits for your approval"
      action={
        isOpened ? (
          <Button busy={approval.isPending} onClick={approve}>
            Approve
          </Button>
        ) : (
          <Link to={`?campaign=${id}`} className="underline underline-offset-4">
            Open it
          </Link>
        )
      }
    >
      {created_by_email ?? "A former admin"} wrote it for {countText(queued, "user")}. Read it and its
      attachments first.{then}
    </Notice>
  );
}
