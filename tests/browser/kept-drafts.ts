import type { Page } from "@playwright/test";

export const note = (page: Page) => page.getByText(/^Kept from \d+:\d\d [AP]M\./);
export const throwAway = (page: Page) => page.getByRole("button", { name: "Throw away" });
/** All that this device keeps of what was typed, as text. */
export const draftsOf = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith("maarga-draft:"))
      .flat()
      .join(" "),
  );
