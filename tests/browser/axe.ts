import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { default as Axe, RunOptions } from "axe-core";
import { insufficientContrast } from "./contrast.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Lists the violations of the page in its current state, one entry per rule and element. Measures the contrast
 * where axe cannot decide.
 */
export async function axeViolations(
  page: Page,
  runOnly: NonNullable<RunOptions["runOnly"]>,
  except?: string,
): Promise<string[]> {
  // Half a megabyte, which a page needs once, not for each check.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const { failed, undecided } = await page.evaluate(
    async ({ options, except }) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      // axe would wait forever for a frame without scripts.
      const { violations, incomplete } = await axe.run(
        { exclude: ["iframe[sandbox]", ...(except ? [except] : [])] },
        options,
      );
      return {
        failed: violations.flatMap(({ id, help, nodes }) =>
          nodes.map((node) => `${id}: ${help}\n  ${node.target.join(" ")}\n  ${node.failureSummary ?? ""}`),
        ),
        undecided: incomplete
          .filter(({ id }) => id === "color-contrast")
          .flatMap(({ nodes }) => nodes.map((node) => node.target.join(" "))),
      };
    },
    // Collecting the passed rules takes longer than the check itself.
    {
      options: { runOnly, resultTypes: ["violations" as const, "incomplete" as const], iframes: false },
      except,
    },
  );
  return [...failed, ...(await insufficientContrast(page, undecided))];
}
