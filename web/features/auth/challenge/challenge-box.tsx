import { lazy, Suspense, useState } from "react";
import { EXPIRED, type PageChallenge } from "./use-challenge.ts";

// Few operators choose a provider.
const ProviderBox = lazy(async () => ({ default: (await import("./provider-box.tsx")).ProviderBox }));

/** Shows how the bot challenge stands. Our own one needs nobody's hands: it starts with the form's first touch. */
export function ChallengeBox({ page }: { page: PageChallenge }) {
  const { kind, status, challenge } = page;
  const [round, setRound] = useState(0);
  if (kind === "off") return null;

  if (status === "insecure") return <Insecure />;
  const retry = () => {
    setRound(round + 1);
    challenge.renew();
  };
  return (
    <div>
      {kind === "altcha" ? (
        <OwnBox status={status} onStart={challenge.start} />
      ) : (
        <Suspense fallback={<div className="min-h-[65px]" />}>
          <ProviderBox key={round} kind={kind} challenge={challenge} status={status} />
        </Suspense>
      )}
      {/* Always there, so that a screen reader hears what comes into it. */}
      <div role="status">
        {status === "expired" && <p className="mt-2 text-danger text-sm">{EXPIRED}</p>}
        {status === "failed" && (
          <p className="mt-2 text-danger text-sm">
            The check could not be done. Look at your connection, then{" "}
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

function OwnBox({ status, onStart }: { status: PageChallenge["status"]; onStart: () => void }) {
  const isWorking = status === "working";
  const isDone = status === "solved" || status === "used";
  return (
    <label className="flex min-h-12 items-center gap-3 rounded-control border border-line bg-wash px-3">
      <span className="relative grid size-5 place-items-center">
        <input
          type="checkbox"
          checked={isDone}
          onChange={onStart}
          aria-busy={isWorking}
          className={isWorking ? "size-5 opacity-0" : "size-5 accent-press"}
        />
        {isWorking && (
          <span
            aria-hidden
            className="absolute size-5 animate-spin rounded-full border-2 border-line border-t-press motion-reduce:animate-pulse"
          />
        )}
      </span>
      I am a person
      <span role="status" className="ml-auto text-muted text-sm">
        {isWorking ? "Checking…" : isDone ? "Done" : ""}
      </span>
    </label>
  );
}

function Insecure() {
  return (
    <p role="alert" className="rounded-control bg-danger-wash p-3 text-sm">
      This page was opened without https, and the check that you are a person does not work that way. Open it
      again with <strong>https://</strong> at the start of its address.
    </p>
  );
}
