import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAuth, openLink } from "../world/auth-calls.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createAccount } from "../world/people.ts";
import { type RunningServer, startServer } from "../world/server.ts";

const SITE = "https://maarga.example";
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SITE_URL: SITE, REDIRECT_URLS: "https://*.preview.example/**" } });
});
afterAll(() => server.stop());

async function mailedLink(redirectTo?: string, headers: Record<string, string> = {}): Promise<URL> {
  const { email } = await createAccount(server);
  const query = redirectTo === undefined ? "" : `?${new URLSearchParams({ redirect_to: redirectTo })}`;
  await callAuth(server, `/recover${query}`, { json: { email }, headers });
  const { link } = await waitForMail(server, email, { kind: "recovery" });
  expect(link?.origin).toBe(SITE);
  return link as URL;
}

/** Opens a mailed link at the server's own address instead of SITE_URL. */
function open(link: URL, headers: Record<string, string> = {}) {
  return openLink(new URL(`${server.url}${link.pathname}${link.search}`), { headers });
}

const HOSTILE = [
  "//evil.example",
  "\\\\evil.example",
  "/\\evil.example",
  "https://evil.example",
  "https://maarga.example@evil.example/",
  "https://user@maarga.example/",
  "https://maarga.example.evil.example/",
  "https://evil.example/maarga.example",
  "http://maarga.example/",
  "https://maarga.example:8443/",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://maarga.example/\r\nSet-Cookie: stolen=1",
  "https://preview.example/",
  "https://one.preview.example.evil.example/",
];

describe("a hostile address leads to the site itself", () => {
  test.each(HOSTILE)("%j", async (redirectTo) => {
    const link = await mailedLink(redirectTo);
    expect(link.searchParams.get("redirect_to")).toBe(`${SITE}/`);

    // The address is also refused if it is inserted into the link afterwards.
    link.searchParams.set("redirect_to", redirectTo);
    const opened = await open(link);
    expect([opened.status, opened.page]).toEqual([303, `${SITE}/`]);
    expect(opened.fragment.access_token).toBeDefined();
    const again = await open(link);
    expect([again.page, again.fragment.error]).toEqual([`${SITE}/`, "access_denied"]);
  });
});

describe("an address that is allowed", () => {
  test.each([`${SITE}/reset-password?from=mail`, "https://one.preview.example/reset-password"])(
    "is the page that the link leads to: %s",
    async (redirectTo) => {
      const link = await mailedLink(redirectTo);
      expect(link.searchParams.get("redirect_to")).toBe(redirectTo);
      const { page, fragment } = await open(link);
      expect(page).toBe(redirectTo);
      expect(fragment.access_token).toBeDefined();
    },
  );

  test("has its fragment replaced by the tokens", async () => {
    const link = await mailedLink(`${SITE}/reset-password#access_token=made-up`);
    const { page, fragment } = await open(link);
    expect(page).toBe(`${SITE}/reset-password`);
    expect(fragment.access_token).not.toBe("made-up");
  });
});

describe("without a requested address", () => {
  test("the link leads to the page that sent the request, if it is one of ours", async () => {
    const link = await mailedLink(undefined, { referer: `${SITE}/forgot-password` });
    expect(link.searchParams.get("redirect_to")).toBe(`${SITE}/forgot-password`);
    const foreign = await mailedLink(undefined, { referer: "https://evil.example/" });
    expect(foreign.searchParams.get("redirect_to")).toBe(`${SITE}/`);
  });

  test("the link never leads to the page it is opened from", async () => {
    const link = await mailedLink();
    link.searchParams.delete("redirect_to");
    const { page, fragment } = await open(link, { referer: "https://mail.example/inbox" });
    expect(page).toBe(`${SITE}/`);
    expect(fragment.access_token).toBeDefined();
  });
});

test("an unknown link leads to the site", async () => {
  const { page } = await openLink(new URL(`${server.url}/auth/v1/verify?type=recovery&token=unknown`));
  expect(page).toBe(`${SITE}/`);
});
