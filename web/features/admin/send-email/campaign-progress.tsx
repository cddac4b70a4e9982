import { Pause, Play, RotateCcw, Square } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { closingText } from "../../../../domain/audience.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { countsOf } from "./campaign-words.ts";
import { type Campaign, type Deed, isUnderWay, useCampaignDeed } from "./campaigns.ts";

/** How far a campaign has come, and what can be done about it. */
export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { queued, sent, failed, stopped, state, paused_by, waits_for_server } = campaign;
  const all = queued + sent + failed + stopped;
  return (
    <div className="grid gap-4">
      <ProgressBar
        label={`Progress of ${campaign.subject}`}
        text={countsOf(campaign)}
        share={all === 0 ? 1 : (sent + failed) / all}
      />
      {state === "paused" && paused_by === "failures" && (
        <Notice kind="warning" title="Paused by itself: too many mails failed">
          Look at the reasons beside the recipients: often the mail server refuses the sender, or addresses
          are wrong. Once that is mended, Resume sends to those who still wait, and Retry failed only comes at
          the end. Stop leaves everybody out who waits.
        </Notice>
      )}
      {waits_for_server && (
        <Notice kind="info" title="Waiting for the mail server">
          It takes no mails at the moment. This goes on by itself, and nobody is lost.
        </Notice>
      )}
      {state === "done" && <Notice kind={failed === 0 ? "good" : "warning"}>{closingText(campaign)}</Notice>}
      <Deeds campaign={campaign} />
    </div>
  );
}

function Deeds({ campaign }: { campaign: Campaign }) {
  const { state, failed, queued } = campaign;
  const deed = useCampaignDeed(campaign.id);
  const [isStopAsked, setIsStopAsked] = useState(false);
  if (!isUnderWay(campaign) && failed === 0) return null;
  const act = (what: Deed) =>
    deed.mutate(what, {
      onError: ({ message }) => toast.error(message),
      onSettled: () => setIsStopAsked(false),
    });
  const isBusy = (what: Deed) => deed.isPending && deed.variables === what;
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:grow">
      {state === "sending" && (
        <Button variant="secondary" busy={isBusy("pause_campaign")} onClick={() => act("pause_campaign")}>
          <Pause aria-hidden className="size-4" />
          Pause
        </Button>
      )}
      {state === "paused" && (
        <Button busy={isBusy("resume_campaign")} onClick={() => act("resume_campaign")}>
          <Play aria-hidden className="size-4" />
          Resume
        </Button>
      )}
      {!isUnderWay(campaign) && failed > 0 && (
        <Button variant="secondary" busy={isBusy("retry_failed")} onClick={() => act("retry_failed")}>
          <RotateCcw aria-hidden className="size-4" />
          Retry failed only
        </Button>
      )}
      {isUnderWay(campaign) && (
        <Button variant="secondary" onClick={() => setIsStopAsked(true)}>
          <Square aria-hidden className="size-4" />
          Stop
        </Button>
      )}
      <ConfirmDialog
        open={isStopAsked}
        onOpenChange={setIsStopAsked}
        title="Stop this mail?"
        text={`${queued.toLocaleString("en-IN")} user(s) who are still waiting will not get it. This cannot be undone, and mails that are out cannot be called back.`}
        confirm="Stop"
        danger
        busy={isBusy("stop_campaign")}
        onConfirm={() => act("stop_campaign")}
      />
    </div>
  );
}
