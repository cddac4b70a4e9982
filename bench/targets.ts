import type { Operation } from "./generator.ts";

export const CONNECTIONS = [1, 16, 64];

/** The required ratio of our replies per second to the peer's. */
interface Target {
  readonly text: string;
  isReached(ratio: number): boolean;
}

const atLeast = (minRatio: number): Target => ({
  text: `at least ${minRatio.toFixed(1)}`,
  isReached: (ratio) => ratio >= minRatio,
});

function targetOf(operation: Operation, connections: number, peer: string): Target | undefined {
  switch (peer) {
    case "PostgREST":
      return { text: "ahead", isReached: (ratio) => ratio > 1 };
    case "PostGraphile":
      return operation === "read" && connections === 64 ? atLeast(3) : undefined;
    case "bare server":
      return atLeast(operation === "read" ? 0.8 : 0.7);
    default:
      return undefined;
  }
}

export function targetResult(ratio: number, operation: Operation, connections: number, peer: string): string {
  const target = targetOf(operation, connections, peer);
  return target ? `${target.text}: ${target.isReached(ratio) ? "reached" : "NOT REACHED"}` : "";
}
