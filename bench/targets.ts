import type { Race } from "./generator-process.ts";

export const CONNECTIONS = [1, 16, 64];

/** What our answers a second, divided by the peer's, have to be. */
interface Target {
  readonly words: string;
  isReached(ratio: number): boolean;
}

const atLeast = (wanted: number): Target => ({
  words: `at least ${wanted.toFixed(1)}`,
  isReached: (ratio) => ratio >= wanted,
});

function targetOf(race: Race, connections: number, peer: string): Target | undefined {
  switch (peer) {
    case "PostgREST":
      return { words: "ahead", isReached: (ratio) => ratio > 1 };
    case "PostGraphile":
      return race === "read" && connections === 64 ? atLeast(3) : undefined;
    case "bare server":
      return atLeast(race === "read" ? 0.8 : 0.7);
    default:
      return undefined;
  }
}

export function verdict(ratio: number, race: Race, connections: number, peer: string): string {
  const target = targetOf(race, connections, peer);
  return target ? `${target.words}: ${target.isReached(ratio) ? "reached" : "NOT REACHED"}` : "";
}
