import { useEffect, useRef } from "react";
import { settings } from "../../../backend/settings.ts";
import type { Challenge, ChallengeStatus } from "./challenge.ts";
import type { ProviderKind, ProviderWidget } from "./provider.ts";

interface ProviderBoxProps {
  readonly kind: ProviderKind;
  readonly challenge: Challenge;
  readonly status: ChallengeStatus;
}

/** The box in which the visitor solves a Turnstile or hCaptcha challenge. */
export function ProviderBox({ kind, challenge, status }: ProviderBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const widget = useRef<ProviderWidget>(undefined);

  useEffect(() => {
    let isUnmounted = false;
    import("./provider.ts")
      .then(async ({ renderProvider }) => {
        if (isUnmounted || !box.current) return;
        const siteKey = settings().botChallenge.siteKey ?? "";
        const rendered = await renderProvider(box.current, kind, siteKey, challenge);
        if (isUnmounted) rendered.remove();
        else widget.current = rendered;
      })
      .catch(() => {
        if (!isUnmounted) challenge.fail();
      });
    return () => {
      isUnmounted = true;
      widget.current?.remove();
      widget.current = undefined;
    };
  }, [kind, challenge]);

  // A used or expired token needs a new solution, so the box is reset.
  useEffect(() => {
    if (status === "idle" || status === "expired") widget.current?.reset();
  }, [status]);

  return <div ref={box} className="min-h-[65px]" />;
}
