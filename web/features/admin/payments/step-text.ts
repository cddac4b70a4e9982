import type { Step } from "./order.ts";

/** The text of each step, by the action in private.order_transitions. */
const TEXTS: Readonly<Record<string, string>> = {
  make: "Order made",
  replace: "Another plan was chosen",
  reopen: "Opened again",
  "send proof": "Proof sent",
  "put payment": "Payment added",
  confirm: "Confirmed",
  "take over": "Taken as paid over",
  "take short": "Taken as paid short",
  reject: "Rejected",
  "move away": "Payment put to another order",
  "move here": "Payment of another order put here",
  cancel: "Cancelled",
  expire: "Expired",
  refund: "Refund noted",
  undo: "Confirmation undone",
};

export function stepName(action: string): string {
  return TEXTS[action] ?? action;
}

/** Returns a text such as "Confirmed by admin@example.org". A step taken by the clock has no name. */
export function stepText({
  action,
  actor_email,
  is_by_desk,
}: Pick<Step, "action" | "actor_email" | "is_by_desk">): string {
  const text = stepName(action);
  if (is_by_desk) return `${text} by ${actor_email}`;
  return actor_email === "Maarga" ? text : `${text} by the student`;
}
