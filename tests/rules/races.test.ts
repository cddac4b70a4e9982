import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at, booking, dayFromToday } from "./calendar.ts";
import {
  type ConcurrentWorld,
  countOutcomes,
  openConcurrentWorld,
  type Request,
  type Student,
} from "./concurrency.ts";
import { people } from "./people.ts";

const { admin, other, planned, student } = people;

let world: ConcurrentWorld;
beforeAll(async () => {
  world = await openConcurrentWorld();
});
afterAll(() => world.close());

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

const book = (who: Student, day: string, from: string) => ({
  who,
  text: "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)",
  values: [who.id, ...booking(day, from)],
});
const count = async (sql: string, values: unknown[] = []) =>
  Number((await world.owner.query(`select count(*) from ${sql}`, values)).rows[0].count);

describe("with concurrent bookings", () => {
  test("of two hundred students who request one slot, one gets it and the others are told that it is booked", async () => {
    const day = dayFromToday(10);
    const students = await world.createStudents(200, "Medium");
    const outcomes = await world.runAtOnce(students.map((who) => book(who, day, "10:30-11:00")));
    expect(countOutcomes(outcomes)).toEqual({ done: 1, "This slot is already booked.": 199 });
    expect(await count("busy_slots where start_time = $1", [at(day, "10:30")])).toBe(1);
  });

  test("of thirty bookings that one student sends at once for one day, three are accepted", async () => {
    const day = dayFromToday(11);
    const requests = times(24).map((n) => {
      const hour = 10 + Math.floor(n / 2);
      return n % 2 === 0 ? `${hour}:30-${hour}:45` : `${hour}:45-${hour + 1}:00`;
    });
    const outcomes = await world.runAtOnce(
      [...requests, ...requests.slice(0, 6)].map((times) => book(other, day, times)),
    );
    const { done, "You have reached the maximum of 3 slots for this day.": full } = countOutcomes(outcomes);
    expect(done).toBe(3);
    expect(full).toBeGreaterThanOrEqual(24 - 3);
    expect(await count("slots where user_id = $1", [other.id])).toBe(3);
  });

  test("of ten bookings that a student with 29 upcoming slots sends at once for different days, one is accepted", async () => {
    const [who] = (await world.createStudents(1, "Basic")) as [Student];
    const days = times(29).map((n) => at(dayFromToday(40 + n), "10:30"));
    await world.owner.query("set session_replication_role = replica");
    await world.owner.query(
      "insert into slots (user_id, start_time, end_time) select $1, day, day + interval '15 minutes' from unnest($2::timestamptz[]) as day",
      [who.id, days],
    );
    await world.owner.query("reset session_replication_role");
    const requests = times(10).map((n) => book(who, dayFromToday(100 + n), "10:30-10:45"));
    const outcomes = await world.runAtOnce(requests);
    expect(countOutcomes(outcomes)).toEqual({
      done: 1,
      "You have reached the maximum of 30 upcoming slots.": 9,
    });
    expect(await count("slots where user_id = $1", [who.id])).toBe(30);
  });

  test("a booking waits for the student's other booking, and is counted after it", async () => {
    const [who] = (await world.createStudents(1, "Basic")) as [Student];
    await world.owner.query("update private.settings set bookings_max_upcoming = 1");
    const [first, second] = [120, 121].map((days) => book(who, dayFromToday(days), "10:30-10:45"));
    const outcome = await world.runDuring([first as Request], second as Request);
    await world.owner.query("update private.settings set bookings_max_upcoming = default");
    expect(outcome).toEqual({
      outcome: "You have reached the maximum of 1 upcoming slots.",
      waitedFor: "advisory",
    });
  });

  test("the secret key books for two students who book at the same time, in opposite orders, without a deadlock", async () => {
    const [one, two] = (await world.createStudents(2, "Basic")) as [Student, Student];
    const bookBoth = (students: readonly Student[], days: readonly number[]) => ({
      who: people.secretKey,
      text: "insert into slots (user_id, start_time, end_time) values ($1, $2, $3), ($4, $5, $6)",
      values: students.flatMap(({ id }, n) => [id, ...booking(dayFromToday(days[n] ?? 0), "10:30-10:45")]),
    });
    for (const round of times(5)) {
      const days = times(4).map((n) => 130 + 4 * round + n) as [number, number, number, number];
      const outcomes = await world.runAtOnce([
        bookBoth([one, two], [days[0], days[1]]),
        bookBoth([two, one], [days[2], days[3]]),
        book(two, dayFromToday(days[1]), "11:30-11:45"),
      ]);
      for (const outcome of outcomes) expect(["done", "Please book one slot at a time."]).toContain(outcome);
    }
  });

  test("students who swap days at the same time do not deadlock", async () => {
    const days = [dayFromToday(12), dayFromToday(13)] as const;
    const movers = await world.createStudents(12, "Basic");
    const ids: unknown[] = [];
    for (const [index, who] of movers.entries()) {
      const start = at(days[index % 2 === 0 ? 0 : 1], `${10 + index}:30`);
      const { rows } = await world.owner.query(
        "insert into slots (user_id, start_time, end_time) values ($1, $2, $2::timestamptz + interval '15 minutes') returning id",
        [who.id, start],
      );
      ids.push(rows[0].id);
    }
    for (const round of times(20)) {
      const outcomes = await world.runAtOnce(
        movers.map((who, index) => ({
          who,
          text: "update slots set start_time = $2, end_time = $2::timestamptz + interval '15 minutes' where id = $1",
          values: [ids[index], at(days[(index + round) % 2 === 0 ? 1 : 0], `${10 + index}:30`)],
        })),
      );
      expect(countOutcomes(outcomes)).toEqual({ done: 12 });
    }
  });

  test("requests that book several days each, in opposite orders, do not deadlock", async () => {
    const students = await world.createStudents(20, "Basic");
    const days = [14, 15, 16].map(dayFromToday);
    for (const round of times(5)) {
      const outcomes = await world.runAtOnce(
        students.map((who, index) => {
          const hour = 10 + ((index + round) % 12);
          const [a, b, c] = index % 2 === 0 ? days : days.toReversed();
          return {
            who,
            text: `insert into slots (user_id, start_time, end_time)
                   select $1, day, day + interval '15 minutes' from unnest($2::timestamptz[]) as day`,
            values: [who.id, [a, b, c].map((day) => at(day ?? "", `${hour}:${index < 10 ? 30 : 45}`))],
          };
        }),
      );
      for (const outcome of outcomes)
        expect([
          "done",
          "Please book one slot at a time.",
          "This slot is already booked.",
          "You have reached the maximum of 3 slots for this day.",
        ]).toContain(outcome);
      expect(outcomes).toContain("done");
      await world.owner.query("delete from slots where user_id = any ($1)", [students.map(({ id }) => id)]);
    }
  });
});

describe("with concurrent assignments", () => {
  const plansOf = async (id: string) =>
    (
      await world.owner.query(
        `select count(*) filter (where active)::int as active, has_plan,
           (array_agg(active order by assigned_at desc))[1] as latest_is_active
         from user_plans join profiles on profiles.id = user_id where user_id = $1 group by has_plan`,
        [id],
      )
    ).rows[0];

  test("admins who assign plans to one student at once leave one active plan, the latest", async () => {
    for (const _round of times(20)) {
      const outcomes = await world.runAtOnce(
        ["Basic", "Medium", "Advanced", "Basic"].map((name) => ({
          who: admin,
          text: "select assign_plan($1, 'ug', 'cet', $2)",
          values: [student.id, name],
        })),
      );
      expect(countOutcomes(outcomes)).toEqual({ done: 4 });
      expect(await plansOf(student.id)).toEqual({ active: 1, has_plan: true, latest_is_active: true });
    }
  });

  test("assigning and removing step by step, while the job ends plans, leaves at most one active plan", async () => {
    const [someone] = await world.createStudents(1, "Basic");
    const id = someone?.id ?? "";
    for (const round of times(30)) {
      const insert = {
        who: admin,
        text: "insert into user_plans (user_id, plan_level, plan_exam, plan_name, active) values ($1, 'ug', 'cet', 'Medium', true)",
        values: [id],
      };
      const end = {
        who: admin,
        text: "update user_plans set active = false where user_id = $1 and active",
        values: [id],
      };
      if (round % 3 === 0)
        await world.owner.query("update user_plans set expires_at = now() where user_id = $1 and active", [
          id,
        ]);
      const [outcomes] = await Promise.all([
        world.runAtOnce([end, insert, end, insert, end, insert]),
        world.owner.query("select private.end_expired_plans()"),
      ]);
      expect(countOutcomes(outcomes)).toEqual({ done: 6 });
      const { active, has_plan } = await plansOf(id);
      expect([0, 1]).toContain(active);
      expect(has_plan).toBe(active === 1);
    }
  });

  test("a student who saves their profile during an assignment does not undo has_plan", async () => {
    const [someone] = await world.createStudents(1, "Basic");
    const who = someone as Student;
    for (const round of times(20)) {
      const name = round % 2 === 0 ? ["none", "none", "None"] : ["ug", "cet", "Basic"];
      const outcomes = await world.runAtOnce([
        { who: admin, text: "select assign_plan($1, $2, $3, $4)", values: [who.id, ...name] },
        ...times(4).map((n) => ({
          who,
          text: "update profiles set city = $1 where id = $2",
          values: [`city ${n}`, who.id],
        })),
      ]);
      expect(countOutcomes(outcomes)).toEqual({ done: 5 });
      const { active, has_plan } = await plansOf(who.id);
      expect(has_plan).toBe(active === 1);
    }
  });
});

describe("with concurrent uploads", () => {
  const upload = (who: Student, number: number) => ({
    who,
    text: "insert into storage.objects (bucket_id, name) values ('user-documents', $1)",
    values: [`${who.id}/${1_700_000_000_000 + number}_marks.pdf`],
  });

  test.each([6, 10, 40])("of %i documents that arrive at once, five are stored", async (arrivals) => {
    await world.owner.query("delete from storage.objects");
    const outcomes = await world.runAtOnce(times(arrivals).map((number) => upload(planned, number)));
    expect(countOutcomes(outcomes)).toEqual({
      done: 5,
      '42501 new row violates row-level security policy for table "objects"': arrivals - 5,
    });
    expect(await count("storage.objects")).toBe(5);
  });

  test("six uploads of the same name leave one document", async () => {
    await world.owner.query("delete from storage.objects");
    const outcomes = await world.runAtOnce(times(6).map(() => upload(planned, 1)));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await count("storage.objects")).toBe(1);
  });
});
