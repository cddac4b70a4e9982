import os from "node:os";
import type { Query } from "../postgres/database.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";

/** Recorded before the command runs, so that one that is interrupted is on record too. It contains no secret. */
export async function recordCommand(query: Query, command: string): Promise<void> {
  await recordSecurityEvent(query, {
    kind: "operator command",
    userId: null,
    details: { command: command.slice(0, 1000), by: os.userInfo().username },
  });
}
