import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everybody } from "./access.ts";
import { people } from "./people.ts";
import { openStage, type Scene, type Stage } from "./stage.ts";

const { expired, newcomer, planned, student } = people;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

type Query = { search?: string; status?: string; page?: number; page_size?: number; sort?: string };

async function list({ as }: Scene, query: Query = {}) {
  const names = Object.keys(query);
  const call = `select * from list_students(${names.map((name, index) => `${name} => $${index + 1}`)})`;
  const { rows } = await as("admin", call, Object.values(query));
  return { rows, total: Number(rows[0]?.total ?? 0), names: rows.map((row) => row.first_name) };
}

const BY_NAME = { sort: "name.asc" };
const EVERYONE = ["Admin", "Expired", "Former", "Other", "Planned", "Student"];

test("an admin sees every student once, with the latest plan and what it is worth now", async () => {
  await stage.scene(async (scene) => {
    await scene.as("admin", "select assign_plan($1, 'ug', 'neet', 'Medium')", [planned.id]);
    const { rows } = await list(scene, BY_NAME);
    expect(rows.map((row) => [row.first_name, row.plan_name, row.plan_status])).toEqual([
      ["Admin", null, "None"],
      ["Expired", "Basic", "Inactive"],
      ["Former", null, "None"],
      ["Other", "Basic", "Active"],
      ["Planned", "Medium", "Active"],
      ["Student", null, "None"],
    ]);
    expect(rows[4]).toEqual({
      id: planned.id,
      email: "planned@example.org",
      first_name: "Planned",
      last_name: "Gowda",
      phone: "90000 00003",
      created_at: expect.any(Date),
      plan_level: "ug",
      plan_exam: "neet",
      plan_name: "Medium",
      plan_status: "Active",
      assigned_at: expect.any(Date),
      expires_at: new Date("2027-12-31T23:59:59+05:30"),
      total: "6",
      total_is_exact: true,
    });
  });
});

describe("the status", () => {
  test.each([
    ["all", EVERYONE],
    ["Active", ["Other", "Planned"]],
    ["Inactive", ["Expired"]],
    ["None", ["Admin", "Former", "Student"]],
    ["none", ["Admin", "Former", "Student"]],
  ])("%s finds %j", async (status, names) => {
    await stage.scene(async (scene) => {
      expect(await list(scene, { ...BY_NAME, status })).toMatchObject({ names, total: names.length });
    });
  });

  test("it is the same before and after the job has ended a plan", async () => {
    await stage.scene(async (scene) => {
      await scene.owner("select private.end_expired_plans()");
      await scene.as("admin", "select assign_plan($1, 'none', 'none', 'None')", [planned.id]);
      expect(await list(scene, { ...BY_NAME, status: "Inactive" })).toMatchObject({
        names: ["Expired", "Planned"],
      });
      expect(await list(scene, { ...BY_NAME, status: "Active" })).toMatchObject({ names: ["Other"] });
      expect(await list(scene, { ...BY_NAME, status: "None" })).toMatchObject({
        names: ["Admin", "Former", "Student"],
      });
    });
  });

  test("whoever has a new plan after an old one is active, not inactive", async () => {
    await stage.scene(async (scene) => {
      await scene.as("admin", "select assign_plan($1, 'ug', 'cet', 'Basic')", [expired.id]);
      expect(await list(scene, { ...BY_NAME, status: "Inactive" })).toMatchObject({ names: [] });
      expect((await list(scene, { ...BY_NAME, status: "Active" })).names).toContain("Expired");
    });
  });
});

test("the counts are kept: somebody joins, gets a plan, loses its row, leaves", async () => {
  await stage.scene(async (scene) => {
    const totals = async () => {
      const found: number[] = [];
      for (const status of ["all", "Active", "Inactive", "None"]) {
        const { total, rows } = await list(scene, { status, page_size: 100 });
        expect(total).toBe(rows.length);
        found.push(total);
      }
      return found;
    };
    expect(await totals()).toEqual([6, 2, 1, 3]);
    await scene.as(
      "newcomer",
      "insert into profiles (id, first_name, last_name, phone) values ($1, 'New', 'Rao', '1')",
      [newcomer.id],
    );
    expect(await totals()).toEqual([7, 2, 1, 4]);
    await scene.as("admin", "select assign_plan($1, 'ug', 'cet', 'Basic')", [newcomer.id]);
    expect(await totals()).toEqual([7, 3, 1, 3]);
    await scene.owner("select private.sum_student_counts()");
    expect(await totals()).toEqual([7, 3, 1, 3]);
    expect(await scene.owner("select from private.student_counts")).toHaveLength(2);
    await scene.as("secretKey", "delete from user_plans where user_id = $1", [newcomer.id]);
    expect(await totals()).toEqual([7, 2, 1, 4]);
    await scene.owner("delete from auth.users where id = any ($1)", [[newcomer.id, planned.id]]);
    expect(await totals()).toEqual([5, 1, 1, 3]);
  });
});

describe("the search", () => {
  test.each([
    ["PLANNED@EXAMPLE", ["Planned"]],
    ["planned gow", ["Planned"]],
    ["d gowda", ["Expired", "Planned"]],
    ["00004", ["Other"]],
    ["  other ", ["Other"]],
    ["", EVERYONE],
    ["nobody", []],
    // The end of an address and the start of a name are not next to each other.
    ["orgstudent", []],
    ["example.org student", []],
  ])("%j finds %j", async (search, names) => {
    await stage.scene(async (scene) => {
      expect(await list(scene, { ...BY_NAME, search })).toMatchObject({ names, total: names.length });
    });
  });

  test.each(["%", "_", "\\", "100%_\\'"])("%j means itself", async (search) => {
    await stage.scene(async (scene) => {
      expect((await list(scene, { search })).total).toBe(0);
      await scene.as("student", "update profiles set last_name = $1", [`a${search}b`]);
      expect(await list(scene, { search })).toMatchObject({ names: ["Student"] });
    });
  });

  test("a name in Kannada is found by a part of it", async () => {
    await stage.scene(async (scene) => {
      await scene.as("student", "update profiles set first_name = 'ಕಿರಣ್', last_name = 'ಗೌಡ'");
      expect(await list(scene, { search: "ರಣ್ ಗೌ" })).toMatchObject({ rows: [{ id: student.id }] });
    });
  });

  test("somebody without an address is found by name", async () => {
    await stage.scene(async (scene) => {
      await scene.as("student", "update profiles set email = null");
      expect(await list(scene, { search: "student gowda" })).toMatchObject({ total: 1 });
    });
  });

  test("search and status narrow each other", async () => {
    await stage.scene(async (scene) => {
      expect(await list(scene, { ...BY_NAME, search: "d gowda", status: "Active" })).toMatchObject({
        names: ["Planned"],
      });
    });
  });

  test("it asks for exactly what the index was made for", async () => {
    await stage.scene(async ({ owner }) => {
      const [source] = await owner<{ prosrc: string }>(
        "select prosrc from pg_proc where proname = 'list_students'",
      );
      const condition = /\$sql\$(.* ilike \$1)\$sql\$/.exec(source?.prosrc ?? "")?.[1] ?? "";
      await owner("set local enable_seqscan = off");
      const plan = await owner(
        `explain select count(*) from public.profiles where ${condition.replace("$1", "'%gowda%'")}`,
      );
      expect(JSON.stringify(plan)).toContain("profiles_by_search");
    });
  });
});

describe("pages", () => {
  test.each(["created_at.asc", "created_at.desc", "name.asc", "name.desc", "email.asc", "email.desc"])(
    "put one behind the other they are the whole list, by %s, searched or not",
    async (sort) => {
      await stage.scene(async (scene) => {
        await scene.as("student", "update profiles set email = null");
        for (const wish of [{}, { search: "gowda" }, { status: "None" }]) {
          const whole = (await list(scene, { sort, ...wish })).names;
          const pages: unknown[] = [];
          for (const page of whole.keys())
            pages.push(...(await list(scene, { sort, ...wish, page: page + 1, page_size: 1 })).names);
          expect(pages).toEqual(whole);
        }
      });
    },
  );

  test("of those who are found in thousands the next two thousand are counted", async () => {
    await stage.scene(async (scene) => {
      await scene.history(`
        with made as (insert into auth.users (email) select n || '@example.com' from generate_series(1, 2101) as n returning id, email)
        insert into profiles (id, email, first_name, last_name, phone) select id, email, 'Kavya', 'Rao', '1' from made`);
      const look = async (query: Query) => {
        const { rows, total } = await list(scene, { search: "kavya", ...query });
        return [rows.length, total, rows[0]?.total_is_exact, rows[0]?.email];
      };
      expect(await look({ sort: "email.asc" })).toEqual([10, 2000, false, "1000@example.com"]);
      expect(await look({ sort: "email.asc", page: 2 })).toEqual([10, 2000, false, "100@example.com"]);
      expect(await look({ search: "ka" })).toEqual([10, 500, false, expect.anything()]);
      expect(await look({ search: "ka", page: 50 })).toEqual([10, 1000, false, expect.anything()]);
      expect(await look({ page: 200 })).toEqual([10, 2101, true, expect.anything()]);
      expect(await look({ page: 211 })).toEqual([1, 2101, true, expect.anything()]);
      expect(await look({ search: "77@" })).toEqual([10, 21, true, expect.anything()]);
    });
  });

  test("each holds as many as asked for, and all know the total", async () => {
    await stage.scene(async (scene) => {
      const pages: unknown[] = [];
      for (const page of [1, 2, 3]) pages.push(await list(scene, { ...BY_NAME, page, page_size: 4 }));
      expect(pages).toMatchObject([
        { names: EVERYONE.slice(0, 4), total: 6 },
        { names: EVERYONE.slice(4), total: 6 },
        { names: [] },
      ]);
    });
  });

  test.each([
    ["created_at.asc", ["Student", "Planned", "Other"]],
    ["created_at.desc", ["Former", "Admin", "Expired"]],
    ["name.desc", ["Student", "Planned", "Other"]],
    ["email.asc", ["Admin", "Expired", "Former"]],
    ["email.desc", ["Student", "Planned", "Other"]],
  ])("%s begins with %j", async (sort, names) => {
    await stage.scene(async (scene) => {
      await scene.history(
        "update profiles set created_at = now() + right(id::text, 1)::int * interval '1 day'",
      );
      expect(await list(scene, { sort, page_size: 3 })).toMatchObject({ names });
    });
  });

  test.each([
    [{ page: 0, page_size: 1000 }, 6],
    [{ page: -3, page_size: 0 }, 1],
  ])("an odd wish is brought into bounds: %j", async (query, rows) => {
    await stage.scene(async (scene) => {
      expect((await list(scene, query)).rows).toHaveLength(rows);
    });
  });

  test.each([{ sort: "phone; drop table profiles" }, { status: "Gone" }, { sort: null }, { page: null }])(
    "a wish that means nothing is refused: %j",
    async (query) => {
      await stage.scene(async (scene) => {
        await expect(list(scene, query as Query)).rejects.toThrow("Unknown status, order or page.");
      });
    },
  );
});

test("nobody but an admin gets the list", async () => {
  await stage.scene(async ({ refusal }) => {
    for (const who of everybody) {
      const told = {
        admin: undefined,
        secretKey: undefined,
        visitor: "permission denied for function list_students",
      };
      const expected =
        who in told ? told[who as keyof typeof told] : "You are not authorized to access this page";
      expect((await refusal(who, "select * from list_students()"))?.message).toBe(expected);
    }
  });
});
