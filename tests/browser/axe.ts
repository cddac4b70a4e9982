import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { default as Axe, RunOptions } from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Everything that axe has against the page as it is now, one line for each rule and element. */
export async function axeViolations(
  page: Page,
  runOnly: NonNullable<RunOptions["runOnly"]>,
  except?: string,
): Promise<string[]> {
  await page.evaluate(`if (!window.axe) { ${source} }`);
  return page.evaluate(
    async ({ options, except }) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      // axe cannot run in a frame without scripts, and would wait for it for ever.
      const { violations } = await axe.run(
        { exclude: ["iframe[sandbox]", ...(except ? [except] : [])] },
        options,
      );
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}\n  ${node.target.join(" ")}\n  ${node.failureSummary ?? ""}`),
      );
    },
    // The details of what passed would take longer to collect than the check itself.
    { options: { runOnly, resultTypes: ["violations" as const], iframes: false }, except },
  );
}
