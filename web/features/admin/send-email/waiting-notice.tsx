import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { type Campaign, useCampaignAction } from "./campaigns.ts";

/** Says what a campaign waits for. Another admin than its author approves it here. */
export function WaitingNotice({ campaign }: { campaign: Campaign }) {
  const { id, send_at, waits_for_approval, is_own, created_by_email, queued } = campaign;
  const action = useCampaignAction(id);
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
  const approve = () => action.mutate("approve_campaign", { onError: ({ message }) => toast.error(message) });
  return (
    <Notice
      kind="warning"
      title="It waits for your approval"
      action={
        <Button busy={action.isPending} onClick={approve}>
          Approve
        </Button>
      }
    >
      {created_by_email ?? "A former admin"} wrote it for {queued.toLocaleString("en-IN")} user(s). Read it
      first.{then}
    </Notice>
  );
}
