import { type Challenge, solveChallenge as solve } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

export async function fetchChallenge(serverUrl: string, level = 0): Promise<Challenge> {
  const response = await fetch(new URL(`/challenge/v1?level=${level}`, serverUrl));
  if (!response.ok) throw new Error(`no challenge: ${response.status}`);
  return (await response.json()) as Challenge;
}

/** The lowest counter of a solution at each level. A browser starts at 0, which takes three times as long. */
const LOWEST_COUNTERS = [500, 2_000, 8_000];

/** Solves the challenge, and returns the value that the altcha widget puts into the form. */
export async function encodeSolution(challenge: Challenge, level = 0): Promise<string> {
  const solution = await solve({ challenge, deriveKey, counterStart: LOWEST_COUNTERS[level] ?? 0 });
  if (!solution) throw new Error("no solution was found");
  return btoa(JSON.stringify({ challenge, solution }));
}

/** Returns a token that passes the server's altcha challenge once. */
export async function solveChallenge(serverUrl: string, level = 0): Promise<string> {
  return encodeSolution(await fetchChallenge(serverUrl, level), level);
}
