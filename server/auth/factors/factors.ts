import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Query, Row } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";

export const MAX_NAME_LENGTH = 100;

export interface FactorRow extends Row {
  readonly id: string;
  readonly user_id: string;
  readonly factor_type: "totp" | "recovery_code";
  readonly friendly_name: string;
  readonly status: "unverified" | "verified";
  readonly secret: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export async function listFactors(query: Query, userId: string): Promise<FactorRow[]> {
  const { rows } = await query<FactorRow>(
    "select * from auth.factors where user_id = $1 order by created_at, id",
    [userId],
  );
  return rows;
}

export async function findRecoveryFactor(query: Query, userId: string): Promise<FactorRow | undefined> {
  const factors = await listFactors(query, userId);
  return factors.find(({ factor_type }) => factor_type === "recovery_code");
}

/** Returns the authenticator app that the address of the request names. That of somebody else counts as unknown. */
export async function requireTotpFactor(
  query: Query,
  request: FastifyRequest,
  userId: string,
): Promise<FactorRow & { readonly secret: string }> {
  const id = z.guid().safeParse((request.params as { id: string }).id);
  if (!id.success) throw refusal("factorIdInvalid");
  const factors = await listFactors(query, userId);
  const factor = factors.find((candidate) => candidate.id === id.data.toLowerCase());
  if (!factor?.secret) throw refusal("factorUnknown");
  return { ...factor, secret: factor.secret };
}

/** Renders a factor for the user object. */
export function renderFactor(factor: FactorRow): Record<string, unknown> {
  const { id, friendly_name, factor_type, status, created_at, updated_at } = factor;
  return { id, ...(friendly_name && { friendly_name }), factor_type, status, created_at, updated_at };
}
