// Runs in its own process: sends requests to one server and measures the replies.
import type { Reply } from "./connection.ts";
import { Connection } from "./connection.ts";
import { dialectOf } from "./dialects.ts";
import type { LoadOptions, LoadResult } from "./generator.ts";
import { bookingAt } from "./students.ts";

process.on("message", (load: LoadOptions) => {
  run(load).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on("disconnect", () => process.exit());

async function run(load: LoadOptions): Promise<LoadResult> {
  const dialect = dialectOf(load.dialect, load.prefix);
  const reads = load.students.map((student) => dialect.read(student));
  let sent = 0;
  const next =
    load.operation === "read"
      ? () => reads[sent++ % reads.length] as string
      : () => {
          const { student, startsAt } = bookingAt(sent++);
          const sender = load.students[student];
          if (!sender) throw new Error(`no student ${student}`);
          return dialect.book(sender, startsAt);
        };
  const isGood = load.operation === "read" ? dialect.isRead : dialect.isBooked;

  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => Connection.open(load.port)),
  );
  const waits: number[] = [];
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const end = startedAt + load.seconds * 1_000;
  try {
    await Promise.all(
      connections.map(async (connection) => {
        for (let from = performance.now(); from < end || sent < load.minReplies; ) {
          const reply = await connection.send(next());
          if (!isGood(reply)) throw new Error(describe(reply));
          const now = performance.now();
          waits.push(now - from);
          from = now;
        }
      }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  waits.sort((a, b) => a - b);
  return {
    replies: waits.length,
    seconds,
    generatorCpuSeconds: (cpu.user + cpu.system) / 1e6,
    medianMilliseconds: waits[waits.length >> 1] ?? 0,
    p99Milliseconds: waits[Math.floor(waits.length * 0.99)] ?? 0,
  };
}

function describe({ status, body }: Reply): string {
  return `status ${status}: ${body.toString().slice(0, 300)}`;
}
