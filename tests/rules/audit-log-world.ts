import type { RulesWorld } from "./rules-world.ts";

/** Reads the entries that this test has added to the audit log. */
export function newEntries(world: RulesWorld) {
  return world.asOwner(
    `select actor, actor_email, action, subject_id, subject, details, address from audit_log
     where at >= now() order by id`,
  );
}
