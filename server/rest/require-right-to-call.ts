import type { Caller } from "../postgres/database.ts";
import type { Catalog } from "./catalog.ts";
import { refusal } from "./errors.ts";
import type { Runner } from "./run.ts";

/**
 * Refuses everyone else's calls of the functions for admins, before anything of the request is parsed: such a call must
 * cost nothing, and its refusal must not depend on its arguments.
 */
export async function requireRightToCall(
  path: string,
  caller: Caller,
  catalog: Catalog,
  runner: Runner,
): Promise<void> {
  const name = path.replace(/^rpc\//, "");
  const isForAdmins = name !== path && catalog.functions.get(name)?.every((routine) => routine.isForAdmins);
  if (!isForAdmins || caller.role === "service_role") return;
  // PostgreSQL would refuse in the same words, because visitors may execute no function.
  if (caller.role === "anon")
    throw refusal(401, "42501", `permission denied for function ${name}`, {
      headers: { "www-authenticate": "Bearer" },
    });
  await runner.requireAdmin(caller);
}
