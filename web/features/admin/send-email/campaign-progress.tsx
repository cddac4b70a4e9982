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

const RETRY = { deed: "retry_failed", text: "Retry failed only", Icon: RotateCcw } as const;
/** One button for all of it, so that it keeps the focus while the state changes. */
const NEXT = {
  sending: { deed: "pause_campaign", text: "Pause", Icon: Pause },
  paused: { deed: "resume_campaign", text: "Resume", Icon: Play },
  stopped: RETRY,
  done: RETRY,
} as const;

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
  const next = NEXT[state];
  const isBusy = (what: Deed) => deed.isPending && deed.variables === what;
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:grow">
      {(isUnderWay(campaign) || failed > 0) && (
        <Button
          variant={next.deed === "resume_campaign" ? "primary" : "secondary"}
          busy={isBusy(next.deed)}
          onClick={() => act(next.deed)}
        >
          <next.Icon aria-hidden className="size-4" />
          {next.text}
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
