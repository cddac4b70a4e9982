import type { FunctionsDependencies } from "./dependencies.ts";

/** From the row that private.create_campaign reads, so that servers with other settings cannot leave out both checks. */
export async function needsPasswordForMail({
  database,
}: Pick<FunctionsDependencies, "database">): Promise<boolean> {
  const { rows } = await database.query<{ is_needed: boolean }>(
    "select mail_approval_above = 0 as is_needed from private.settings",
  );
  return rows[0]?.is_needed !== false;
}
