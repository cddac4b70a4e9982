import type { Page } from "@playwright/test";

export const LEGAL = [
  ["/terms", "Terms and Conditions"],
  ["/cancellation-and-refund", "Cancellation and Refund"],
  ["/shipping-and-delivery", "Shipping and Delivery"],
  ["/privacy-policy", "Privacy Policy"],
] as const;

export const PUBLIC_PAGES = [
  "/",
  "/about",
  "/contact",
  ...LEGAL.map(([address]) => address),
  "/coming-soon",
  "/colleges",
  "/cutoffs",
];

/** Opens the menu where the screen is too narrow for the links. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.locator("summary");
  if (await menu.isVisible()) await menu.click();
}
