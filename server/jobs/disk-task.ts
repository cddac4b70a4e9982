import { statfs } from "node:fs/promises";
import os from "node:os";
import type { Query } from "../postgres/database.ts";
import type { Task } from "./jobs.ts";

const STORE = `insert into private.disk_states (host, free_bytes, total_bytes) values ($1, $2, $3)
  on conflict (host) do update set
    free_bytes = excluded.free_bytes, total_bytes = excluded.total_bytes, measured_at = now()`;

/** Stores the free space of the disk with the data folder. Its time also shows admins that jobs are run. */
export function createDiskTask(query: Query, dataFolder: string): Task {
  return async () => {
    const { bavail, blocks, bsize } = await statfs(dataFolder);
    await query(STORE, [os.hostname(), bavail * bsize, blocks * bsize]);
    await query("delete from private.disk_states where measured_at < now() - interval '7 days'");
    return undefined;
  };
}
