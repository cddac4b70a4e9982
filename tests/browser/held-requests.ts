import type { Page, Route } from "@playwright/test";

/** Holds requests back, as on a slow connection, until the returned function is called. */
export async function holdRequests(
  page: Page,
  url: string | RegExp,
  {
    method,
    resume = (route) => route.continue(),
  }: { method?: string; resume?: (route: Route) => Promise<void> } = {},
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    if (!method || route.request().method() === method) await released;
    await resume(route);
  });
  return release;
}
