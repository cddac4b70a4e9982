import { useState } from "react";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Insecure } from "./insecure.tsx";
import { EXPIRED, type PageChallenge } from "./use-challenge.ts";

// Few operators choose a provider.
const ProviderBox = lazyPart(async () => (await import("./provider-box.tsx")).ProviderBox, {
  fallback: <div className="min-h-[65px]" />,
});

/** Shows the state of the bot challenge. Our own challenge needs no input: it starts when the form gets the focus. */
export function ChallengeBox({ page }: { page: PageChallenge }) {
  const { kind, status, challenge } = page;
  const [attempt, setAttempt] = useState(0);
  if (kind === "off") return null;

  if (status === "insecure") return <Insecure />;
  const retry = () => {
    setAttempt(attempt + 1);
    challenge.renew();
  };
  return (
    <div>
      {kind === "altcha" ? (
        <OwnBox status={status} isHarder={challenge.level() > 0} onStart={challenge.start} />
      ) : (
        <ProviderBox key={attempt} kind={kind} challenge={challenge} status={status} />
      )}
      {/* Always rendered, so that screen readers announce changes. */}
      <div role="status">
        {status === "expired" && <p className="mt-2 text-danger text-sm">{EXPIRED}</p>}
        {status === "failed" && (
          <p className="mt-2 text-danger text-sm">
            The check could not be completed. Check your connection, then{" "}
            <button type="button" onClick={retry} className="-my-3 py-3 font-semibold underline">
              try again
            </button>
            .
          </p>
        )}
      </div>
    </div>
  );
}

interface OwnBoxProps {
  readonly status: PageChallenge["status"];
  readonly isHarder: boolean;
  onStart(): void;
}

function OwnBox({ status, isHarder, onStart }: OwnBoxProps) {
  const isWorking = status === "working";
  const isDone = status === "solved" || status === "used";
  return (
    <label className="flex min-h-12 items-center gap-3 rounded-control border border-line bg-wash px-3">
      <span className="relative grid size-5 place-items-center">
        <input
          type="checkbox"
          readOnly
          checked={isDone}
          onClick={(event) => {
            // The challenge decides about the tick, not the press.
            event.preventDefault();
            onStart();
          }}
          aria-busy={isWorking}
          className={isWorking ? "size-5 opacity-0" : "size-5 accent-press"}
        />
        {isWorking && (
          <span
            aria-hidden
            className="absolute size-5 animate-spin rounded-full border-2 border-x-line border-t-press border-b-line motion-reduce:animate-pulse"
          />
        )}
      </span>
      I am a person
      <span role="status" className="ml-auto text-muted text-sm">
        {isWorking ? (isHarder ? "Checking carefully…" : "Checking…") : isDone ? "Done" : ""}
      </span>
    </label>
  );
}
