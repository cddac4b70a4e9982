import { useEffect, useRef } from "react";
import { settings } from "../../../backend/settings.ts";
import type { Challenge, ChallengeStatus } from "./challenge.ts";
import type { ProviderKind, ProviderWidget } from "./provider.ts";

interface ProviderBoxProps {
  readonly kind: ProviderKind;
  readonly challenge: Challenge;
  readonly status: ChallengeStatus;
}

/** The box of Turnstile or hCaptcha, in the visitor's hands. */
export function ProviderBox({ kind, challenge, status }: ProviderBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const widget = useRef<ProviderWidget>(undefined);

  useEffect(() => {
    let isGone = false;
    import("./provider.ts")
      .then(async ({ renderProvider }) => {
        if (isGone || !box.current) return;
        const siteKey = settings().botChallenge.siteKey ?? "";
        const drawn = await renderProvider(box.current, kind, siteKey, challenge);
        if (isGone) drawn.remove();
        else widget.current = drawn;
      })
      .catch(() => {
        if (!isGone) challenge.fail();
      });
    return () => {
      isGone = true;
      widget.current?.remove();
      widget.current = undefined;
    };
  }, [kind, challenge]);

  // What was used up or ran out is asked for again, by an empty box.
  useEffect(() => {
    if (status === "idle" || status === "expired") widget.current?.reset();
  }, [status]);

  return <div ref={box} className="min-h-[65px]" />;
}
