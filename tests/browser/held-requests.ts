import type { Page, Route } from "@playwright/test";

/** The request that answers what every signed-in page asks, if the stored access token is still valid. */
export const OVERVIEW = "**/rest/v1/rpc/own_overview";

/** Lets the overview fail, so that each query of a page sends a request of its own. */
export async function withoutOverview(page: Page): Promise<void> {
  await page.route(OVERVIEW, (route) => route.fulfill({ json: null }));
}

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
