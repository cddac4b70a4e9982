import type { TestInfo } from "@playwright/test";

/** True for a test that runs on one screen only. */
export function runsOnce({ titlePath }: TestInfo): boolean {
  return titlePath.some((title) => /@(phone|desktop)|^public-\w+\.spec/.test(title));
}
