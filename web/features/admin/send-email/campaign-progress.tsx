import { Pause, Play, RotateCcw, Square } from "lucide-react";
import { useState } from "react";
import { closingText } from "../../../../domain/audience.ts";
import { countText } from "../../../../domain/count-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { toast } from "../../../ui/toast.ts";
import { campaignCounts } from "./campaign-text.ts";
import {
  type Campaign,
  type CampaignAction,
  isInProgress,
  isWaiting,
  useCampaignAction,
} from "./campaigns.ts";
import { WaitingNotice } from "./waiting-notice.tsx";

interface CampaignProgressProps {
  readonly campaign: Campaign;
  /** True on the page that shows all of the campaign, where it can be approved. */
  readonly isOpened?: boolean;
}

export function CampaignProgress({ campaign, isOpened = false }: CampaignProgressProps) {
  const { queued, sent, failed, stopped, state, paused_by, waits_for_server } = campaign;
  const total = queued + sent + failed + stopped;
  return (
    <div className="grid gap-4">
      <ProgressBar
        label={`Progress of ${campaign.subject}`}
        text={campaignCounts(campaign)}
        share={total === 0 ? 1 : (sent + failed) / total}
      />
      {state === "paused" && paused_by === "failures" && (
        <Notice kind="warning" title="Paused automatically: too many emails failed">
          Check the reasons in the list of recipients: often the mail server rejects the sender, or addresses
          are wrong. Once that is fixed, “Resume” sends to everyone who is still waiting; the failed emails
          can be retried when it is done. “Stop” leaves out everyone who is still waiting.
        </Notice>
      )}
      {waits_for_server && (
        <Notice kind="info" title="Waiting for the mail server">
          It is not accepting emails at the moment. Sending resumes automatically, and nobody is left out.
        </Notice>
      )}
      {isWaiting(campaign) && <WaitingNotice campaign={campaign} isOpened={isOpened} />}
      {state === "done" && <Notice kind={failed === 0 ? "good" : "warning"}>{closingText(campaign)}</Notice>}
      <CampaignActions campaign={campaign} />
    </div>
  );
}

const RETRY = { action: "retry_failed", text: "Retry failed only", Icon: RotateCcw } as const;
/** The main action in each state. One button shows them all, so that it keeps the focus when the state changes. */
const MAIN_ACTION = {
  sending: { action: "pause_campaign", text: "Pause", Icon: Pause },
  paused: { action: "resume_campaign", text: "Resume", Icon: Play },
  stopped: RETRY,
  done: RETRY,
} as const;

function CampaignActions({ campaign }: { campaign: Campaign }) {
  const { state, failed, queued } = campaign;
  const action = useCampaignAction(campaign.id);
  const [isConfirmingStop, setIsConfirmingStop] = useState(false);
  if (!isInProgress(campaign) && failed === 0) return null;
  const run = (name: CampaignAction) =>
    action.mutate(name, {
      onError: ({ message }) => toast.error(message),
      onSettled: () => setIsConfirmingStop(false),
    });
  const main = MAIN_ACTION[state];
  const isBusy = (name: CampaignAction) => action.isPending && action.variables === name;
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:grow">
      {(isInProgress(campaign) || failed > 0) && (
        <Button
          variant={main.action === "resume_campaign" ? "primary" : "secondary"}
          busy={isBusy(main.action)}
          onClick={() => run(main.action)}
        >
          <main.Icon aria-hidden className="size-4" />
          {main.text}
        </Button>
      )}
      {isInProgress(campaign) && (
        <Button variant="secondary" onClick={() => setIsConfirmingStop(true)}>
          <Square aria-hidden className="size-4" />
          Stop
        </Button>
      )}
      <ConfirmDialog
        open={isConfirmingStop}
        onOpenChange={setIsConfirmingStop}
        title="Stop sending?"
        text={`${countText(queued, "user")} still waiting will not get this email. This cannot be undone, and emails already sent cannot be recalled.`}
        confirm="Stop"
        danger
        busy={isBusy("stop_campaign")}
        onConfirm={() => run("stop_campaign")}
      />
    </div>
  );
}
