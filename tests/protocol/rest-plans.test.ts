import { beforeAll, describe, expect, test } from "vitest";
import { createMember, type Member } from "../world/members.ts";
import { UG_CET_BASIC } from "../world/people.ts";
import { ruleRefusal } from "../world/refusals.ts";
import { sharedServer } from "../world/server.ts";

/** The requests that the screens send for these tables, through the official client. */
const server = sharedServer();
let admin: Member;
beforeAll(async () => {
  admin = await createMember(server, { isAdmin: true, profile: {} });
});

describe("in the table plans", () => {
  const plans = () => admin.client.from("plans");
  const offer = { plan_level: "pg", plan_exam: "neet", plan_name: "Basic" };

  test("the expiry of an offer is found by level, exam and name", async () => {
    const { data } = await plans().select("expires_at").match(offer).single();
    expect(data).toEqual({ expires_at: "2027-12-31T18:29:59+00:00" });
    const { error } = await plans()
      .select("expires_at")
      .match({ ...offer, plan_name: "Medium" })
      .single();
    expect(error).toMatchObject({ code: "PGRST116" });
  });

  test("visitors get the prices on sale without a login, and no other columns of the offers", async () => {
    const response = await fetch(`${server.url}/prices.json`);
    expect(response.headers.get("cache-control")).toBe("public, max-age=60");
    const prices = (await response.json()) as object[];
    expect(prices).toContainEqual({ level: "pg", exam: "neet", name: "Basic", price: 10_500 });
    for (const price of prices) expect(Object.keys(price)).toEqual(["level", "exam", "name", "price"]);
  });

  test("the lists of the screens are sorted", async () => {
    const student = await createMember(server);
    const byExpiry = await plans().select("*").order("expires_at", { ascending: false });
    expect(byExpiry.data).toHaveLength(10);
    expect(byExpiry.data?.[0]).toMatchObject({ price: expect.any(Number) });
    const byLevel = await student.client
      .from("plans")
      .select("plan_level, plan_exam, plan_name")
      .order("plan_level");
    expect(byLevel.data?.map(({ plan_level: level }) => level)).toEqual([
      ...Array(4).fill("pg"),
      ...Array(6).fill("ug"),
    ]);
  });

  test("only offers that have not expired can be bought", async () => {
    const ended = { ...offer, plan_exam: "cet" };
    const move = (expires_at: string) => plans().update({ expires_at }).match(ended);
    await move("2020-01-31T12:00:00Z");
    const { data } = await plans().select("plan_level, plan_exam, plan_name").gt("expires_at", "now");
    await move("2027-12-31T23:59:59+05:30");
    expect(data).toHaveLength(9);
    expect(data).not.toContainEqual(ended);
  });

  test("an admin removes an offer, adds it again and changes it, but cannot add it twice", async () => {
    const { data: gone } = await plans().delete().match(offer).select().single();
    expect(gone).toMatchObject({ ...offer, price: 10_500 });
    const inserted = await plans().insert({
      ...offer,
      price: 10_500.5,
      expires_at: "2027-12-31T23:59:59+05:30",
    });
    expect(inserted).toMatchObject({ error: null, status: 201, data: null });
    const { data } = await plans().select("id, price").match(offer).single();
    expect(data?.price).toBe(10_500.5);
    const updated = await plans()
      .update({ ...offer, price: 10_500 })
      .eq("id", data?.id);
    expect(updated).toMatchObject({ error: null, status: 204 });
    const twice = await plans().insert({ ...offer, price: 1, expires_at: "2027-12-31" });
    expect(twice.status).toBe(409);
    expect(twice.error).toMatchObject({
      code: "23505",
      details: null,
      message: 'duplicate key value violates unique constraint "plans_are_offered_once"',
    });
  });

  test("a form with an empty field is refused with the message of the screen", async () => {
    const { error, status } = await plans().insert({
      ...offer,
      plan_name: "",
      price: 5,
      expires_at: "2027-12-31",
    });
    expect(status).toBe(400);
    expect(error).toMatchObject(ruleRefusal("All fields are required"));
  });

  test("a student cannot change an offer", async () => {
    const { client } = await createMember(server);
    const inserted = await client.from("plans").insert({ ...offer, price: 1, expires_at: "2027-12-31" });
    expect(inserted.status).toBe(403);
    expect(inserted.error).toMatchObject({ code: "42501" });
    const deleted = await client.from("plans").delete({ count: "exact" }).eq("plan_level", "pg");
    expect(deleted).toMatchObject({ error: null, status: 204, count: 0 });
  });
});

describe("in the table user_plans", () => {
  let student: Member;
  beforeAll(async () => {
    student = await createMember(server, { profile: {} });
  });
  const assigned = { plan_level: "ug", plan_exam: "neet", plan_name: "Medium" };
  const latest = () =>
    student.client
      .from("user_plans")
      .select("plan_name, plan_level, plan_exam, active")
      .eq("user_id", student.id)
      .order("assigned_at", { ascending: false })
      .limit(1);

  test("a new student has no row", async () => {
    expect(await latest()).toMatchObject({ error: null, status: 200, data: [] });
    expect(await latest().maybeSingle()).toMatchObject({ error: null, data: null });
  });

  test("an admin ends the active plan and assigns the next", async () => {
    for (const plan of [assigned, { ...assigned, plan_name: "Advanced" }]) {
      const ended = await admin.client
        .from("user_plans")
        .update({ active: false })
        .eq("user_id", student.id)
        .eq("active", true);
      expect(ended).toMatchObject({ error: null, status: 204 });
      const inserted = await admin.client.from("user_plans").insert({
        user_id: student.id,
        ...plan,
        active: true,
        assigned_at: new Date().toISOString(),
        assigned_by: admin.id,
      });
      expect(inserted).toMatchObject({ error: null, status: 201 });
    }
    expect((await latest()).data).toEqual([{ ...assigned, plan_name: "Advanced", active: true }]);
    const { data } = await student.client.from("profiles").select("has_plan").eq("id", student.id).single();
    expect(data).toEqual({ has_plan: true });
  });

  test("the queries of the screens find the same active plan", async () => {
    const plans = () => student.client.from("user_plans");
    const first = await plans().select("id").eq("user_id", student.id).eq("active", true).limit(1).single();
    const all = await plans()
      .select("*")
      .eq("user_id", student.id)
      .eq("active", true)
      .order("assigned_at", { ascending: false });
    expect(all.data).toHaveLength(1);
    expect(all.data?.[0]?.id).toBe(first.data?.id);
    const listed = await admin.client
      .from("user_plans")
      .select("user_id, plan_name, active")
      .in("user_id", [student.id, admin.id])
      .order("assigned_at", { ascending: false });
    expect(listed.data).toEqual([
      { user_id: student.id, plan_name: "Advanced", active: true },
      { user_id: student.id, plan_name: "Medium", active: false },
    ]);
    const mailing = await admin.client
      .from("user_plans_with_profiles")
      .select("user_id, email, first_name, last_name")
      .eq("active", true)
      .eq("plan_level", "ug")
      .eq("plan_exam", "neet")
      .eq("plan_name", "Advanced");
    expect(mailing.data).toContainEqual({
      user_id: student.id,
      email: student.email,
      first_name: "Asha",
      last_name: "Gowda",
    });
  });

  test("an unknown plan cannot be assigned", async () => {
    const inserted = await admin.client
      .from("user_plans")
      .insert({ user_id: student.id, ...assigned, plan_level: "pg" });
    expect(inserted).toMatchObject({ status: 400, error: ruleRefusal("Could not fetch plan expiry.") });
    const { error } = await admin.client.rpc("assign_plan", {
      student: student.id,
      level: "ug",
      exam: "cet",
      name: "Gold",
    });
    expect(error).toMatchObject(ruleRefusal("Could not fetch plan expiry."));
    expect((await latest()).data).toEqual([{ ...assigned, plan_name: "Advanced", active: true }]);
  });

  test("the choices none, none and None end the plan", async () => {
    const none = { student: student.id, level: "none", exam: "none", name: "None" };
    expect(await admin.client.rpc("assign_plan", none)).toMatchObject({
      error: null,
      status: 204,
      data: null,
    });
    expect((await latest()).data).toMatchObject([{ active: false }]);
  });

  test("a student can neither assign nor end a plan, and sees only their own", async () => {
    const inserted = await student.client.from("user_plans").insert({ user_id: student.id, ...assigned });
    expect(inserted).toMatchObject({ status: 403, error: { code: "42501" } });
    const called = await student.client.rpc("assign_plan", {
      student: student.id,
      level: "ug",
      exam: "cet",
      name: "Basic",
    });
    expect(called).toMatchObject({ status: 403, error: { code: "42501" } });
    const other = await createMember(server, { plan: UG_CET_BASIC });
    const ended = await student.client
      .from("user_plans")
      .update({ active: false })
      .eq("user_id", other.id)
      .select();
    expect(ended.data).toEqual([]);
    const seen = await student.client.from("user_plans_with_profiles").select("user_id");
    expect(seen.data?.every(({ user_id: id }) => id === student.id)).toBe(true);
  });
});
