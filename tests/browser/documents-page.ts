import type { Locator, Page } from "@playwright/test";

export const picker = (page: Page): Locator => page.getByLabel("Choose files");
export const upload = (page: Page): Locator => page.getByRole("button", { name: "Upload", exact: true });
export const chosen = (page: Page, name: string): Locator =>
  page.getByRole("list", { name: "Chosen files" }).getByRole("listitem").filter({ hasText: name });
export const download = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: `Download ${name}` });
export const remove = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: `Delete ${name}` });
export const alertIn = (row: Locator): Locator => row.getByRole("alert");

export const TOO_MANY = "You can upload a maximum of 5 documents.";
export const MB = 1024 * 1024;
