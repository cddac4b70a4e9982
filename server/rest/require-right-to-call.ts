import type { Caller } from "../postgres/database.ts";
import type { Catalog } from "./catalog.ts";
import { refusal } from "./errors.ts";
import type { Runner } from "./run.ts";

const CALL_PREFIX = "rpc/";

/**
 * Refuses calls of functions without the right that they need, before anything of the request is parsed: such a call must
 * cost nothing, and its refusal must not depend on its arguments.
 */
export function requireRightToCall(
  path: string,
  caller: Caller,
  catalog: Catalog,
  runner: Runner,
): Promise<void> | undefined {
  if (!path.startsWith(CALL_PREFIX)) return;
  const name = path.slice(CALL_PREFIX.length);
  const [right, ...others] = new Set(catalog.functions.get(name)?.map((routine) => routine.neededRight));
  if (!right || others.length > 0 || caller.role === "service_role") return;
  // PostgreSQL would refuse in the same words, because visitors may execute no function.
  if (caller.role === "anon")
    throw refusal(401, "42501", `permission denied for function ${name}`, {
      headers: { "www-authenticate": "Bearer" },
    });
  return runner.requireRight(caller, right);
}
