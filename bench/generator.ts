// A process of its own: asks one server over and over, and says how long that took.
import type { Answer } from "./connection.ts";
import { Connection } from "./connection.ts";
import { dialectOf } from "./dialects.ts";
import type { Answers, Heat } from "./generator-process.ts";
import { bookingAt } from "./students.ts";

process.on("message", (heat: Heat) => {
  run(heat).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on("disconnect", () => process.exit());

async function run(heat: Heat): Promise<Answers> {
  const dialect = dialectOf(heat.dialect, heat.prefix);
  const reads = heat.students.map((student) => dialect.read(student));
  let asked = 0;
  const next =
    heat.race === "read"
      ? () => reads[asked++ % reads.length] as string
      : () => {
          const { student, startsAt } = bookingAt(asked++);
          const who = heat.students[student];
          if (!who) throw new Error(`there is no student ${student}`);
          return dialect.book(who, startsAt);
        };
  const isGood = heat.race === "read" ? dialect.isRead : dialect.isBooked;

  const connections = await Promise.all(
    Array.from({ length: heat.connections }, () => Connection.open(heat.port)),
  );
  const waits: number[] = [];
  const cpuBefore = process.cpuUsage();
  const begin = performance.now();
  const end = begin + heat.seconds * 1_000;
  try {
    await Promise.all(
      connections.map(async (connection) => {
        for (let from = performance.now(); from < end || asked < heat.leastAnswers; ) {
          const answer = await connection.ask(next());
          if (!isGood(answer)) throw new Error(describe(answer));
          const now = performance.now();
          waits.push(now - from);
          from = now;
        }
      }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
  const seconds = (performance.now() - begin) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  waits.sort((a, b) => a - b);
  return {
    answers: waits.length,
    seconds,
    askingCpuSeconds: (cpu.user + cpu.system) / 1e6,
    medianMilliseconds: waits[waits.length >> 1] ?? 0,
    slowMilliseconds: waits[Math.floor(waits.length * 0.99)] ?? 0,
  };
}

function describe({ status, body }: Answer): string {
  return `answered ${status}: ${body.toString().slice(0, 300)}`;
}
