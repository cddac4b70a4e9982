import type { Page } from "@playwright/test";
import { StorageClient } from "@supabase/storage-js";
import { pdf } from "../world/files.ts";
import { bucketOf } from "./documents.ts";
import { expect, test } from "./fixtures.ts";
import type { Server } from "./servers.ts";

/** Leaves a trace in the storage of the origin on which it runs. */
const SCRIPT = 'localStorage.setItem("hostile", location.href)';
const PAGE = `<!doctype html><script>${SCRIPT}</script>`;

const FILES = {
  "a page": ["text/html", PAGE],
  "a picture with a script": [
    "image/svg+xml",
    `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`,
  ],
  "an XHTML page": [
    "application/xhtml+xml",
    `<html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></html>`,
  ],
  "a script": ["text/javascript", SCRIPT],
} as const;

async function linkToLog(server: Server, type: string, text: string): Promise<string> {
  const headers = { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` };
  const bucket = new StorageClient(`${server.url}/storage/v1`, headers).from("logs");
  const name = `email_failures/${crypto.randomUUID()}`;
  const { error } = await bucket.upload(name, text, { contentType: type });
  expect(error).toBeNull();
  return (await bucket.createSignedUrl(name, 60)).data?.signedUrl as string;
}

/** Opens the file in every way in which a browser could run it, from a page of the site. */
async function tryToRun(page: Page, link: string): Promise<void> {
  await page.goto("/about");
  await page.evaluate(async (url) => {
    const load = (element: HTMLElement) =>
      new Promise((resolve) => {
        element.onload = element.onerror = resolve;
        document.body.append(element);
        setTimeout(resolve, 2_000);
      });
    await load(Object.assign(document.createElement("script"), { src: url }));
    await load(Object.assign(document.createElement("iframe"), { src: url }));
    await load(Object.assign(document.createElement("object"), { data: url }));
    await load(Object.assign(document.createElement("embed"), { src: url }));
  }, link);
  const tab = await page.context().newPage();
  // A file that is saved interrupts the navigation.
  await tab
    .goto(link)
    .catch((error: Error) => expect(error.message).toMatch(/Download is starting|ERR_ABORTED/));
  await tab.close();
}

async function expectNoTrace(page: Page): Promise<void> {
  await page.goto("/about");
  expect(await page.evaluate(() => localStorage.getItem("hostile"))).toBeNull();
}

test.describe("no file runs a script on the site @desktop", () => {
  // Each way is blocked with a message.
  test.use({ allowConsole: /./ });

  test("neither a file of any type nor a document that is a PDF and a page at once", async ({
    page,
    server,
    newStudent,
  }) => {
    for (const [what, [type, text]] of Object.entries(FILES))
      await test.step(`${what} does not`, async () => {
        await tryToRun(page, await linkToLog(server, type, text));
        await expectNoTrace(page);
      });

    await test.step("a document that is a PDF and a page at once does not", async () => {
      const student = await newStudent({ plan: { level: "ug", exam: "cet", name: "Basic" } });
      const bucket = bucketOf(server, student);
      const name = `${student.id}/${Date.now()}_marks.pdf`;
      const bytes = Buffer.concat([pdf(), Buffer.from(`\n% ${PAGE}\n*/${SCRIPT}//`)]);
      const { error } = await bucket.upload(name, bytes, { contentType: "application/pdf" });
      expect(error).toBeNull();
      await tryToRun(page, (await bucket.createSignedUrl(name, 60)).data?.signedUrl as string);
      await expectNoTrace(page);
    });
  });
});
