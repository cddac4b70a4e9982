import { lazy } from "react";

// Nobody needs them at first sight, and they weigh as much as the rest of the page.
const fetchDelete = () => import("./delete-slot-dialog.tsx");
const fetchEdit = () => import("./edit-slot-dialog.tsx");
const fetchPlanRequired = () => import("../../layout/plan-required-dialog.tsx");

export const DeleteSlotDialog = lazy(async () => ({ default: (await fetchDelete()).DeleteSlotDialog }));
export const EditSlotDialog = lazy(async () => ({ default: (await fetchEdit()).EditSlotDialog }));
export const PlanRequiredDialog = lazy(async () => ({
  default: (await fetchPlanRequired()).PlanRequiredDialog,
}));

/** Once the page stands, so that they are there when they are wanted. What fails here is tried again then. */
export function fetchDialogs(): void {
  Promise.all([fetchDelete(), fetchEdit(), fetchPlanRequired()]).catch(() => {});
}
