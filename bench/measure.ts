import { deepStrictEqual } from "node:assert";
import { Connection } from "./connection.ts";
import type { Contender } from "./contenders.ts";
import { cpuSecondsOf } from "./cpu.ts";
import type { Database } from "./database.ts";
import { dialectOf } from "./dialects.ts";
import { type Answers, Generator, type Race } from "./generator-process.ts";
import type { Student } from "./students.ts";

export interface Result extends Answers {
  /** Of the server that was asked, its database left aside; NaN where the system does not tell. */
  readonly servingCpuSeconds: number;
}

/** Asks and checks: a slow answer is a result, a wrong one ends the race. */
export class Judge {
  readonly #database: Database;
  readonly #students: readonly Student[];
  readonly #generator = new Generator();

  constructor(database: Database, students: readonly Student[]) {
    this.#database = database;
    this.#students = students;
  }

  async measure(
    { name, dialect, prefix, server }: Contender,
    race: Race,
    connections: number,
    seconds: number,
    leastAnswers = 0,
  ): Promise<Result> {
    const cpuBefore = cpuSecondsOf(server.pid);
    const students = this.#students;
    const heat = { race, port: server.port, dialect, prefix, connections, seconds, leastAnswers, students };
    const answers = await this.#generator.run(heat).catch((cause: Error) => {
      throw new Error(`${name}, asked to ${race} over ${connections} connections: ${cause.message}`, {
        cause,
      });
    });
    const servingCpuSeconds = cpuSecondsOf(server.pid) - cpuBefore;
    if (race === "book") {
      const stored = await this.#database.countBookings();
      if (stored !== answers.answers)
        throw new Error(`${name} confirmed ${answers.answers} bookings, and ${stored} are stored`);
      await this.#database.resetSlots();
    }
    return { ...answers, servingCpuSeconds };
  }

  /** Everybody tells every student the same: what stands in the database, and in the same order. */
  async requireSameRows({ name, dialect, prefix, server }: Contender): Promise<void> {
    const { read, rowsOf } = dialectOf(dialect, prefix);
    const connection = await Connection.open(server.port);
    for (const student of this.#students) {
      const answer = await connection.ask(read(student));
      const expected = await this.#database.slotsOf(student.id);
      deepStrictEqual(rowsOf(answer), expected, `${name} tells student ${student.id} something else`);
    }
    connection.close();
  }

  stop(): void {
    this.#generator.stop();
  }
}
