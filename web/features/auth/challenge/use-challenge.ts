import { useState, useSyncExternalStore } from "react";
import { type Settings, settings } from "../../../backend/settings.ts";
import { toast } from "../../../ui/toast.ts";
import { solveAltcha } from "./altcha.ts";
import { Challenge, type ChallengeStatus, type Proof } from "./challenge.ts";

export const EXPIRED = "Captcha expired. Please complete it again.";

export type ChallengeKind = Settings["botChallenge"]["kind"];

export interface PageChallenge {
  readonly kind: ChallengeKind;
  /** `insecure`: the challenge needs the crypto API, which browsers offer only on https and localhost. */
  readonly status: ChallengeStatus | "insecure";
  readonly challenge: Challenge;
  takeProof(): Promise<Proof | null>;
}

export function useChallenge(): PageChallenge {
  const [challenge] = useState(createChallenge);
  // The prerendered page does not know the operator's choice yet; it reserves the space of the default one.
  const kind = useSyncExternalStore(
    () => () => {},
    () => settings().botChallenge.kind,
    () => "altcha" as const,
  );
  const isInsecure = useSyncExternalStore(
    () => () => {},
    () => kind === "altcha" && !window.isSecureContext,
    () => false,
  );
  const status = useSyncExternalStore(challenge.subscribe, challenge.status, () => "idle" as const);
  return {
    kind,
    status: isInsecure ? "insecure" : status,
    challenge,
    takeProof: async () => (kind === "off" ? {} : challenge.takeProof()),
  };
}

function createChallenge(): Challenge {
  const onExpired = () => toast.error(EXPIRED, { id: "challenge" });
  if (import.meta.env.SSR || settings().botChallenge.kind !== "altcha") return new Challenge({ onExpired });
  const { backendUrl, botChallenge } = settings();
  const url = new URL(botChallenge.url ?? "", backendUrl).href;
  return new Challenge({
    onExpired,
    solve: (signal, level) => solveAltcha(level === 0 ? url : `${url}?level=${level}`, signal),
  });
}
