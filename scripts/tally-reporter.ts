import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** The titles of the tests and files that failed. */
  failures: string[];
  /** The titles of the tests that passed at the second try only. */
  flaky: string[];
}

/** Writes the results of a run to the file that MAARGA_TALLY names; `npm test` prints them at its end. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env.MAARGA_TALLY;
    if (!file) return;
    const tally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
    for (const module of modules) count(module, tally);
    writeFileSync(file, JSON.stringify(tally));
  }
}

function count(module: TestModule, tally: Tally): void {
  const failedBefore = tally.failed;
  for (const test of module.children.allTests()) {
    const title = `${module.relativeModuleId} › ${test.fullName}`;
    const { state } = test.result();
    if (state === "passed") tally.passed += 1;
    else if (state === "failed") {
      tally.failed += 1;
      tally.failures.push(title);
    } else tally.skipped += 1;
    if (test.diagnostic()?.flaky) tally.flaky.push(title);
  }
  // A file that cannot be loaded, or whose set-up throws, has failed without a failed test.
  if (module.state() === "failed" && tally.failed === failedBefore) {
    tally.failed += 1;
    tally.failures.push(module.relativeModuleId);
  }
}
