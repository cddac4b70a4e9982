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
  const found = await axeViolations(page, { type: "tag", values: ["wcag2a", "wcag2aa", "wcag22aa"] }, CHECKS);
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

test("an id that a label or another element refers to may not occur twice @desktop", async ({ page }) => {
  const field = '<input type="text" id="name">';
  expect(await brokenRules(page, `<label for="name">Name</label>${field}`)).toEqual([]);
  expect(await brokenRules(page, `<label for="name">Name</label>${field}<p id="name">Text</p>`)).toEqual([
    "duplicate-id-aria",
  ]);
  expect(
    await brokenRules(
      page,
      '<button aria-labelledby="twice"></button><p id="twice">One</p><p id="twice">Two</p>',
    ),
  ).toEqual(["duplicate-id-aria"]);
});

test("targets of 24 pixels may not cover each other, and smaller ones need room @desktop", async ({
  page,
}) => {
  const button = (name: string, style: string) =>
    `<button style="position: absolute; padding: 0; border: 0; color: #000; background: #fff; ${style}">${name}</button>`;
  const broken = async (...buttons: string[]) => new Set(await brokenRules(page, buttons.join("")));
  const one = button("One", "left: 0; top: 100px; width: 30px; height: 24px");
  expect(await broken(one)).toEqual(new Set());
  expect(await broken(one, button("Two", "left: 30px; top: 100px; width: 30px; height: 24px"))).toEqual(
    new Set(),
  );
  expect(await broken(one, button("Two", "left: 15px; top: 100px; width: 30px; height: 24px"))).toEqual(
    new Set(["target-size"]),
  );
  // Each of two leaves the other 24 pixels, but both together do not, and neither does one in the middle.
  const wide = button("One", "left: 0; top: 100px; width: 60px; height: 24px");
  const left = button("Two", "left: 0; top: 100px; width: 30px; height: 24px");
  const right = button("Three", "left: 40px; top: 100px; width: 30px; height: 24px");
  const middle = button("Four", "left: 15px; top: 100px; width: 30px; height: 24px");
  expect(await broken(wide, left)).toEqual(new Set());
  expect(await broken(wide, left, right)).toEqual(new Set(["target-size"]));
  expect(await broken(wide, middle)).toEqual(new Set(["target-size"]));
  const small = [0, 12].map((top) =>
    button(`Small ${top}`, `left: 0; top: ${top}px; width: 30px; height: 10px`),
  );
  expect(await broken(one, ...small.slice(1))).toEqual(new Set());
  expect(await broken(one, ...small)).toEqual(new Set(["target-size"]));
});
