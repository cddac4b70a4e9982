import { once } from "node:events";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Connection } from "./connection.ts";
import { cpuSecondsOf } from "./cpu.ts";
import { Database } from "./database.ts";
import { dialectOf } from "./dialects.ts";
import { median } from "./report.ts";
import type { ServerProcess } from "./server-process.ts";
import { bookingAt, STUDENTS, type Student } from "./students.ts";
import { startMaarga } from "./tested-servers.ts";
import { readSecrets, signInStudents } from "./tokens.ts";

/**
 * `npm run bench -- live`: a thousand open screens on one server. Measures the memory and the CPU time of their streams,
 * how long a booking takes to reach the last of them, and how long until each has asked for the times of that day.
 */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const SCREENS = 1_000;
const SILENT_SECONDS = 30;
const BOOKINGS = 20;
/** As in web/queries/live/collect-changes.ts. */
const MAX_DELAY_MS = 350;

const dialect = dialectOf("tables", "/rest/v1");

/** A stream, which counts its events. */
class Screen {
  readonly #socket: Socket;
  events = 0;
  onEvent = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (text) => {
      if (!text.includes("data:")) return;
      this.events += 1;
      this.onEvent();
    });
  }

  static async open(port: number, { credentials }: Student): Promise<Screen> {
    const socket = connect(port, "127.0.0.1");
    socket.write(`GET /live/v1/busy-times HTTP/1.1\r\nHost: 127.0.0.1\r\n${credentials}\r\n`);
    const [head] = (await once(socket, "data")) as [Buffer];
    if (!head.toString().startsWith("HTTP/1.1 200")) throw new Error(`no stream: ${head}`);
    return new Screen(socket);
  }

  nextEvent(): Promise<number> {
    return new Promise((resolve) => {
      this.onEvent = () => resolve(performance.now());
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** At this signal, the server collects its garbage and prints what is left, because its size alone says little. */
const PRINT_MEMORY = `process.on("SIGUSR2",()=>{gc();gc();console.log("memory "+JSON.stringify(process.memoryUsage()))})`;
const NODE_ARGUMENTS = [
  "--expose-gc",
  "--import",
  `data:text/javascript,${encodeURIComponent(PRINT_MEMORY)}`,
];

/** Returns the bytes in use, inside and outside of the heap of JavaScript, and the size of the process. */
async function memoryOf({ pid, output }: ServerProcess): Promise<{ used: number; size: number }> {
  const find = () => [...output().matchAll(/^memory (.*)$/gm)].map(([, json]) => json);
  const before = find().length;
  process.kill(pid, "SIGUSR2");
  while (find().length === before) await wait(50);
  const { heapUsed, external, rss } = JSON.parse(find().at(-1) ?? "");
  return { used: heapUsed + external, size: rss };
}

function busyTimes({ credentials }: Student, day: Date): string {
  const [start, end] = [0, 1].map((days) => new Date(+day + days * 86_400_000).toISOString());
  return `GET /rest/v1/busy_slots?select=start_time,end_time&start_time=gte.${start}&start_time=lt.${end} HTTP/1.1\r\nHost: 127.0.0.1\r\n${credentials}\r\n`;
}

const range = (values: readonly number[]) =>
  `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`;

async function measure(server: ServerProcess, students: readonly Student[]): Promise<void> {
  const { port, pid } = server;
  const viewers = students.slice(STUDENTS);
  const before = await memoryOf(server);
  const opening = performance.now();
  const screens = await Promise.all(viewers.map((viewer) => Screen.open(port, viewer)));
  console.log(`${screens.length} streams opened in ${((performance.now() - opening) / 1_000).toFixed(1)} s`);
  const cpu = cpuSecondsOf(pid);
  await wait(SILENT_SECONDS * 1_000);
  const perMinute = ((cpuSecondsOf(pid) - cpu) * 60) / SILENT_SECONDS;
  const { used, size } = await memoryOf(server);
  const perStream = (used - before.used) / screens.length / 1_000;
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;
  console.log(
    `after a collection, ${perStream.toFixed(1)} kB a stream (${megabytes(before.used)} before, ${megabytes(used)} with them); ` +
      `size of the process ${megabytes(before.size)} and ${megabytes(size)}; CPU without changes: ${perMinute.toFixed(2)} s a minute`,
  );

  const connection = await Connection.open(port);
  const readers = await Promise.all(viewers.map(() => Connection.open(port)));
  const [told, asked, cpus]: [number[], number[], number[]] = [[], [], []];
  for (let nth = 0; nth < BOOKINGS; nth++) {
    const { startsAt, student } = bookingAt(nth);
    const day = new Date(Math.floor(+startsAt / 86_400_000) * 86_400_000);
    const cpuBefore = cpuSecondsOf(pid);
    const events = screens.map((screen) => screen.nextEvent());
    const answers = events.map(async (event, index) => {
      await event;
      await wait(Math.random() * MAX_DELAY_MS);
      const reply = await readers[index]?.send(busyTimes(viewers[index] as Student, day));
      if (reply?.status !== 200) throw new Error(`a screen got status ${reply?.status}`);
      return performance.now();
    });
    const reply = await connection.send(dialect.book(students[student] as Student, startsAt));
    const committed = performance.now();
    if (!dialect.isBooked(reply)) throw new Error(`a booking got status ${reply.status}: ${reply.body}`);
    told.push(Math.max(...(await Promise.all(events))) - committed);
    asked.push(Math.max(...(await Promise.all(answers))) - committed);
    cpus.push((cpuSecondsOf(pid) - cpuBefore) * 1_000);
    await wait(200);
  }
  console.log(`from the reply to the booking until the last screen is told: ${range(told)}`);
  console.log(`until the last screen has the times of the day: ${range(asked)}`);
  console.log(
    `CPU of the server for a booking, ${screens.length} events and as many questions: ${range(cpus)}`,
  );
  for (const open of [...screens, ...readers, connection]) open.close();
}

const database = await Database.start(PROJECT);
try {
  const dataFolder = path.join(database.folder, "maarga");
  const settings = { BOOKINGS_MAX_UPCOMING: "10000", BOOKINGS_MAX_DAYS_AHEAD: "1826" };
  const { server } = await startMaarga(PROJECT, {
    ownerUrl: database.ownerUrl,
    dataFolder,
    settings,
    nodeArguments: NODE_ARGUMENTS,
  });
  try {
    await database.addStudents();
    const issuer = `http://127.0.0.1:${server.port}/auth/v1`;
    await measure(server, await signInStudents(await readSecrets(dataFolder), issuer, STUDENTS + SCREENS));
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}
