import type { SupabaseClient } from "@supabase/supabase-js";
import { queryAt } from "../world/cluster.ts";
import type { Server } from "../world/server.ts";
import { clientOf, newEmail, PASSWORD, register } from "./auth-world.ts";

/** Somebody with the official client in hand, signed in as the screens would have it. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly client: SupabaseClient;
}

export async function join(server: Server, name = "student"): Promise<Member> {
  const { id, email } = await register(server, newEmail(name));
  const client = clientOf(server);
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { id, email, client, token: data.session.access_token };
}

export async function joinAsAdmin(server: Server): Promise<Member> {
  const admin = await joinWithProfile(server, "admin");
  const text = "insert into private.admins (user_id, granted_by) values ($1, 'tests')";
  await queryAt(server.databaseUrl, text, [admin.id]);
  return admin;
}

export async function joinWithProfile(server: Server, name = "student"): Promise<Member> {
  const member = await join(server, name);
  const { error } = await member.client.from("profiles").upsert({
    id: member.id,
    email: member.email,
    first_name: "Asha",
    last_name: "Gowda",
    phone: "90000 00001",
  });
  if (error) throw error;
  return member;
}

/** UG CET unless told otherwise, assigned the way the admins' screen does it in one call. */
export async function givePlan(admin: Member, student: Member, name = "Basic"): Promise<void> {
  const plan = { student: student.id, level: "ug", exam: "cet", name };
  const { error } = await admin.client.rpc("assign_plan", plan);
  if (error) throw error;
}

/** A time in two days, as the clocks in Karnataka show it. */
export function inTwoDays(hour: number, minute: number): Date {
  const KOLKATA_MINUTES = 330;
  const day = new Date(Date.now() + 2 * 86_400_000 + KOLKATA_MINUTES * 60_000);
  day.setUTCHours(hour, minute - KOLKATA_MINUTES, 0, 0);
  return day;
}

/** A rule's own words, as they reach the client. */
export const refusal = (message: string) => ({ code: "P0001", details: null, hint: null, message });
export const forbidden = (message: string) => ({ code: "42501", details: null, hint: null, message });
