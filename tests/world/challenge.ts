import { type Challenge, solveChallenge as solve } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

export async function fetchChallenge(serverUrl: string): Promise<Challenge> {
  const answer = await fetch(new URL("/challenge/v1", serverUrl));
  if (!answer.ok) throw new Error(`no challenge: ${answer.status}`);
  return (await answer.json()) as Challenge;
}

/** Does the work, and gives what the altcha widget would put into the form. */
export async function solutionOf(challenge: Challenge): Promise<string> {
  const solution = await solve({ challenge, deriveKey });
  if (!solution) throw new Error("no solution was found");
  return btoa(JSON.stringify({ challenge, solution }));
}

/** A token that passes the server's altcha challenge once. */
export async function solveChallenge(serverUrl: string): Promise<string> {
  return solutionOf(await fetchChallenge(serverUrl));
}
