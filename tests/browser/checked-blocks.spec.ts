import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { findBlocks } from "./checked-blocks.ts";
import { expect, test } from "./fixtures.ts";

const CHECKS = "the rules below";
const ITEMS =
  "<li>One</li><li>Two</li><li>Three</li><li>Four</li><li>Five</li><li>Six</li><li>Seven</li><li>Eight</li>";

/** Returns the rules that the page breaks. */
async function brokenRules(page: Page, main: string): Promise<string[]> {
  await page.setContent(`<html lang="en"><title>Blocks</title><style>.dark { background: #777 }</style>
    <main style="color: #767676">${main}</main></html>`);
  const found = await axeViolations(page, { type: "tag", values: ["wcag2a", "wcag2aa"] }, CHECKS);
  return found.map((violation) => violation.split(":")[0] ?? "");
}

test("a block that passed is left out until it or what is around it changes, and a new one is checked @desktop", async ({
  page,
}) => {
  const list = `<ul>${ITEMS}</ul>`;
  expect(await brokenRules(page, list)).toEqual([]);
  expect((await findBlocks(page, CHECKS)).checked).toHaveLength(1);
  expect(await brokenRules(page, `${list}<p>New</p>`)).toEqual([]);
  expect(await brokenRules(page, `${list}<p style="color: #aaa">New</p>`)).toEqual(["color-contrast"]);
  expect(await brokenRules(page, `${list}<button></button>`)).toEqual(["button-name"]);
  expect(new Set(await brokenRules(page, `<ul style="color: #aaa">${ITEMS}</ul>`))).toEqual(
    new Set(["color-contrast"]),
  );
  expect(new Set(await brokenRules(page, `<div class="dark">${list}</div>`))).toEqual(
    new Set(["color-contrast"]),
  );
  // Whatever failed is checked again.
  expect(await brokenRules(page, `${list}<p style="color: #aaa">New</p>`)).toEqual(["color-contrast"]);
});
