import { deepStrictEqual } from "node:assert";
import { Connection } from "./connection.ts";
import { cpuSecondsOf, cpuSecondsOfFamily } from "./cpu.ts";
import type { Database } from "./database.ts";
import { dialectOf } from "./dialects.ts";
import { Generator, type LoadResult, type Operation } from "./generator.ts";
import type { Student } from "./students.ts";
import type { TestedServer } from "./tested-servers.ts";

export interface Result extends LoadResult {
  /** CPU time of the server without its database; NaN if the system does not report it. */
  readonly serverCpuSeconds: number;
  /** CPU time of the database with all its connections. */
  readonly databaseCpuSeconds: number;
}

/** Measures and checks: a slow reply is a result, a wrong one is an error. */
export class Measurer {
  readonly #database: Database;
  readonly #students: readonly Student[];
  readonly #generator = new Generator();

  constructor(database: Database, students: readonly Student[]) {
    this.#database = database;
    this.#students = students;
  }

  async measure(
    { name, dialect, prefix, server }: TestedServer,
    operation: Operation,
    connections: number,
    seconds: number,
    minReplies = 0,
  ): Promise<Result> {
    const databasePid = await this.#database.pid();
    const cpuBefore = cpuSecondsOf(server.pid);
    const databaseCpuBefore = cpuSecondsOfFamily(databasePid);
    const students = this.#students;
    const load = {
      operation,
      port: server.port,
      dialect,
      prefix,
      connections,
      seconds,
      minReplies,
      students,
    };
    const result = await this.#generator.run(load).catch((cause: Error) => {
      throw new Error(`${name}, operation ${operation} over ${connections} connections: ${cause.message}`, {
        cause,
      });
    });
    const serverCpuSeconds = cpuSecondsOf(server.pid) - cpuBefore;
    const databaseCpuSeconds = cpuSecondsOfFamily(databasePid) - databaseCpuBefore;
    if (operation === "book") {
      const stored = await this.#database.countBookings();
      if (stored !== result.replies)
        throw new Error(`${name} confirmed ${result.replies} bookings, but ${stored} are stored`);
      await this.#database.resetSlots();
    }
    return { ...result, serverCpuSeconds, databaseCpuSeconds };
  }

  /** Checks that the server returns to every student exactly the rows in the database, in the same order. */
  async requireSameRows({ name, dialect, prefix, server }: TestedServer): Promise<void> {
    const { read, rowsOf } = dialectOf(dialect, prefix);
    const connection = await Connection.open(server.port);
    for (const student of this.#students) {
      const reply = await connection.send(read(student));
      const expected = await this.#database.slotsOf(student.id);
      deepStrictEqual(rowsOf(reply), expected, `${name} returns wrong rows to student ${student.id}`);
    }
    connection.close();
  }

  stop(): void {
    this.#generator.stop();
  }
}
