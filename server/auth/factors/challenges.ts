import type { Query, Row } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";

interface ChallengeRow extends Row {
  readonly id: string;
  readonly expires_at: Date;
}

/** A challenge is valid for five minutes, for one code, and only in the session that requested it. */
export async function createChallenge(
  query: Query,
  factorId: string,
  sessionId: string,
): Promise<ChallengeRow> {
  await query("delete from auth.factor_challenges where factor_id = $1 and expires_at < now()", [factorId]);
  const { rows } = await query<ChallengeRow>(
    "insert into auth.factor_challenges (factor_id, session_id) values ($1, $2) returning id, expires_at",
    [factorId, sessionId],
  );
  return rows[0] as ChallengeRow;
}

export interface PendingChallenge {
  readonly id: string;
  readonly factorId: string;
  readonly sessionId: string;
}

/** A wrong code does not use the challenge up: the limit on codes holds whatever challenge they are for. */
export async function requireOpenChallenge(query: Query, challenge: PendingChallenge): Promise<void> {
  const { rows } = await query<{ is_expired: boolean }>(
    `select expires_at < now() as is_expired from auth.factor_challenges
     where id = $1 and factor_id = $2 and session_id = $3`,
    [challenge.id, challenge.factorId, challenge.sessionId],
  );
  const [found] = rows;
  if (!found) throw refusal("challengeUnknown");
  if (found.is_expired) throw refusal("challengeExpired");
}

/** Of simultaneous requests with one challenge, only one succeeds. */
export async function consumeChallenge(query: Query, challenge: PendingChallenge): Promise<void> {
  const { rowCount } = await query("delete from auth.factor_challenges where id = $1", [challenge.id]);
  if (rowCount === 0) throw refusal("challengeUnknown");
}
