import { beforeAll, describe, expect, test } from "vitest";
import { createVisitor } from "../world/clients.ts";
import { createMember, type Member } from "../world/members.ts";
import { assignPlan, UG_CET_BASIC } from "../world/people.ts";
import { forbidden, ruleRefusal } from "../world/refusals.ts";
import { sharedServer } from "../world/server.ts";

/** The requests that the screens send for these tables, through the official client. */
const server = sharedServer();
let admin: Member;
beforeAll(async () => {
  admin = await createMember(server, { isAdmin: true, profile: {} });
});

const form = { first_name: "Asha", last_name: "Gowda", phone: "90000 00001" };

describe("in the table profiles", () => {
  let student: Member;
  beforeAll(async () => {
    student = await createMember(server);
  });
  const own = () => student.client.from("profiles");

  test("a new student has no row, which the sign-in screen recognizes", async () => {
    const { data, error, status } = await own().select("*").eq("id", student.id).single();
    expect(data).toBeNull();
    expect(status).toBe(406);
    expect(error).toMatchObject({
      code: "PGRST116",
      details: "The result contains 0 rows",
      hint: null,
      message: "Cannot coerce the result to a single JSON object",
    });
  });

  test("a form with an empty field is refused with the message of the screen", async () => {
    const { error, status } = await own().upsert({ id: student.id, ...form, phone: " " });
    expect(status).toBe(400);
    expect(error).toEqual(expect.objectContaining(ruleRefusal("All fields are required.")));
  });

  test("the form can be saved twice", async () => {
    const row = { id: student.id, email: student.email, ...form };
    const first = await own().upsert(row);
    expect(first).toMatchObject({ error: null, status: 201, data: null });
    const second = await own().upsert({ ...row, first_name: "Usha" });
    expect(second).toMatchObject({ error: null, status: 200, data: null });
    const { data } = await own().select("first_name, last_name, phone, email").eq("id", student.id).single();
    expect(data).toEqual({ ...form, first_name: "Usha", email: student.email });
  });

  test("all columns have the format of PostgreSQL", async () => {
    const { data } = await own().select("*").eq("id", student.id).single();
    expect(data).toMatchObject({ id: student.id, has_plan: false, notify_email: null, notify_sms: false });
    expect(data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  });

  test("the address form can be saved", async () => {
    const address = {
      address_line_1: "12, 3rd Cross",
      address_line_2: "",
      city: "ಬೆಂಗಳೂರು",
      state: "KA",
      pin_code: "560001",
    };
    const { error, status } = await own()
      .update({ ...form, email: student.email, ...address })
      .eq("id", student.id);
    expect({ error, status }).toEqual({ error: null, status: 204 });
    const { data } = await own().select("city, pin_code").eq("id", student.id).single();
    expect(data).toEqual({ city: "ಬೆಂಗಳೂರು", pin_code: "560001" });
  });

  test("notifications can be turned off, but on only with a plan", async () => {
    const off = await own().update({ notify_sms: false }).eq("id", student.id);
    expect(off).toMatchObject({ error: null, status: 204 });
    const on = await own().update({ notify_email: true }).eq("id", student.id);
    expect(on.status).toBe(400);
    expect(on.error).toMatchObject(ruleRefusal("You need to purchase a plan to enable notifications."));
    await assignPlan(server, student.id, UG_CET_BASIC);
    const { error } = await own().update({ notify_sms: true }).eq("id", student.id);
    expect(error).toBeNull();
    const { data } = await own().select("notify_email, notify_sms").eq("id", student.id).single();
    expect(data).toEqual({ notify_email: true, notify_sms: true });
  });

  test("a student sees their own profile, an admin all of them, sorted", async () => {
    const { data: mine } = await own().select("id");
    expect(mine).toEqual([{ id: student.id }]);
    const all = await admin.client
      .from("profiles")
      .select("id, first_name, last_name, phone, email, created_at", { count: "exact" })
      .order("first_name", { ascending: true });
    expect(all.count).toBe(all.data?.length);
    expect(all.data?.map(({ id }) => id)).toEqual(expect.arrayContaining([student.id, admin.id]));
    const names = all.data?.map(({ first_name: name }) => name) ?? [];
    expect(names).toEqual([...names].sort());
  });

  test("nobody can create or change the profile of another person", async () => {
    const { error, status } = await own().insert({ id: admin.id, ...form });
    expect(status).toBe(403);
    expect(error).toMatchObject(forbidden('new row violates row-level security policy for table "profiles"'));
    const changed = await own().update({ first_name: "Mallory" }).eq("id", admin.id).select();
    expect(changed).toMatchObject({ error: null, data: [], status: 200 });
  });

  test("has_plan cannot be changed", async () => {
    const same = await own().update({ has_plan: true }).eq("id", student.id);
    expect(same).toMatchObject({ error: null, status: 204 });
    const other = await own().update({ has_plan: false }).eq("id", student.id);
    expect(other).toMatchObject({ status: 403, error: forbidden("has_plan is kept by the database") });
  });

  test("a visitor is refused", async () => {
    const { error, status } = await createVisitor(server).from("profiles").select("*");
    expect(status).toBe(401);
    expect(error).toMatchObject(forbidden("permission denied for table profiles"));
  });
});
