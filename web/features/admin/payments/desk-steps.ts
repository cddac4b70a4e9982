/** The steps that an admin can take: the action in private.order_transitions, the text and the key. */
export const DESK_STEPS = [
  { step: "amount", actions: ["take short", "take over"], text: "Another amount arrived", key: "a" },
  { step: "reject", actions: ["reject"], text: "Reject", key: "r" },
  { step: "move", actions: ["move away"], text: "Put to another order", key: "m" },
  { step: "put", actions: ["put payment"], text: "Add a payment", key: "w" },
  { step: "refund", actions: ["refund"], text: "Refund", key: "f" },
  { step: "undo", actions: ["undo"], text: "Undo the confirmation", key: "u" },
  { step: "cancel", actions: ["cancel"], text: "Cancel the order", key: "c" },
] as const;

export type DeskStep = (typeof DESK_STEPS)[number]["step"];

/** Returns the steps that the server allows now. */
export function allowedSteps(allowed: readonly string[]) {
  return DESK_STEPS.filter(({ actions }) => actions.some((action) => allowed.includes(action)));
}
