import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import type { Person } from "./people.ts";

export interface Order {
  readonly id: string;
  readonly number: string;
  readonly state: string;
  readonly last_step: number;
}

export const ORDER_NUMBER = /^MRG-[2-9A-Z]{4}-[2-9A-Z]$/;

export const newUtr = () => String(randomInt(1e11, 1e12));
export const utrField = (page: Page) => page.getByLabel("UTR of the payment");
export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
export const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

export async function orderOf(student: Person): Promise<Order> {
  const { data, error } = await student.tables.from("current_orders").select("id, number, state, last_step");
  if (error) throw error;
  expect(data).toHaveLength(1);
  return data[0] as Order;
}

/** Makes an order and proves it without the screens. */
export async function prove(student: Person, utr: string): Promise<Order> {
  const { data, error } = await student.tables
    .rpc("make_order", { level: "ug", exam: "cet", name: "Medium" })
    .single<Order>();
  if (error) throw error;
  const sent = await student.tables.rpc("send_proof", { order_id: data.id, utr });
  if (sent.error) throw sent.error;
  return orderOf(student);
}

export async function act(admin: Person, action: string, step: object): Promise<void> {
  const { error } = await admin.tables.rpc(action, step);
  if (error) throw error;
}
