import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addCutoffs, createDatabaseWithAllCutoffs } from "../world/cutoffs.ts";
import { heaviestPages, sentBytes } from "../world/heaviest-pages.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const SCRIPT = `<script>alert("x")</script>`;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ database: await createDatabaseWithAllCutoffs() });
  const run = (text: string, values: unknown[] = []) => queryAt(server.databaseUrl, text, values);
  await addCutoffs(run, [
    {
      meritList: "COMEDK",
      round: "3",
      region: "all",
      college: "E999",
      collegeName: `=1+1 ${SCRIPT}`,
      course: null,
      courseName: `=2+2 ${SCRIPT}`,
      category: "GM",
      rank: 5_000,
    },
  ]);
});
afterAll(() => server.stop());

const get = (address: string, init: RequestInit = {}) =>
  fetch(server.url + address, { redirect: "manual", ...init });
const textOf = async (address: string) => (await get(address)).text();
/** The text that a reader sees, without the tags of HTML. */
const wordsOf = async (address: string) =>
  (await textOf(address))
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

describe("colleges", () => {
  test("all colleges are found by a part of their name, their code, exam, district and kind", async () => {
    expect(await wordsOf("/colleges")).toMatch(/1,8\d\d colleges/);
    const found = await textOf(
      "/colleges?name=visvesvaraya+E001&exam=UGCET&district=Bengaluru&kind=state+public+university",
    );
    expect(found).toContain('href="/colleges/kea/E001"');
    expect(found).toContain('name="name" value="visvesvaraya E001"');
    expect(
      await wordsOf("/colleges?name=visvesvaraya&district=Mysuru&kind=state+public+university"),
    ).toContain("No college matches all of this.");
  });

  test("the page of a college has its facts, fees, seats, ranks and its other code, and what search engines read", async () => {
    const html = await textOf("/colleges/kea/E003");
    for (const part of [
      "B M S College of Engineering",
      "Government-aided",
      "Bengaluru",
      "₹44,200 a year (2025-26, General Merit)",
      'href="/colleges/kea/E048"',
      "seats in 2025-26",
      'role="img"',
      `<link rel="canonical" href="${server.url}/colleges/kea/E003"/>`,
    ])
      expect(html).toContain(part);
    const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, text = ""]) => JSON.parse(text)["@type"],
    );
    expect(data).toEqual(["CollegeOrUniversity", "BreadcrumbList"]);
    expect(html).not.toContain("noindex");
  });

  test("KEA and COMEDK have a college each under one code", async () => {
    expect(await wordsOf("/colleges/kea/E001")).toContain("Visvesvaraya College");
    expect(await wordsOf("/colleges/comedk/E001")).toContain("Acharya Institute");
  });

  test("the page of a course has every round and category, and where each list comes from", async () => {
    const html = await textOf("/colleges/kea/E003/CE");
    const [figure] = await queryAt<{ rank: string }>(
      server.databaseUrl,
      `select rank from public.closing_ranks figure
        join public.current_editions edition using (edition_id)
        join public.cutoff_categories category on category.id = figure.category_id
        join public.college_courses seat on seat.id = figure.seat_id
        join public.colleges college on college.id = seat.college_id
        join public.courses course on course.id = seat.course_id
       where college.slug = 'e003' and course.code = 'CE' and edition.year = 2023 and edition.round = '2'
         and category.code = '2AG'`,
    );
    expect(html).toContain(`<td>${Number(figure?.rank).toLocaleString("en-IN")}</td>`);
    const words = await wordsOf("/colleges/kea/E003/CE");
    expect(words).toContain("The same in at least 2 other copies.");
    expect(words).toContain("No second copy to compare.");
    expect(words).toContain("prints SC as S1 to S4");
    expect(html).toMatch(/href="https:\/\/cetonline\.karnataka\.gov\.in\/[^"]+" rel="nofollow noopener"/);
    for (const page of [html, await textOf("/colleges/kea/E003")])
      expect(page).toContain('href="/options?exam=UGCET&amp;add=E003+CE"');
  });

  test("the sitemap has every college, and robots.txt names it and keeps robots away from searches", async () => {
    const map = await textOf("/colleges/sitemap.xml");
    const addresses = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = ""]) => address);
    expect(new Set(addresses).size).toBeGreaterThan(1_700);
    const last = addresses.at(-1) ?? "";
    expect((await fetch(last)).status).toBe(200);
    const robots = await textOf("/robots.txt");
    expect(robots).toContain(`Sitemap: ${server.url}/colleges/sitemap.xml`);
    expect(robots).toContain("Disallow: /cutoffs?");
  });
});

describe("cut-offs", () => {
  const QUESTION = "/cutoffs?rank=20%2C000&exam=UGCET&category=2A&rural=yes";

  test("a search has its seats, the categories that count, and keeps what was chosen", async () => {
    const html = await textOf(QUESTION);
    expect(html).toContain("Counted for you: <b>2AG, 2AR, GM, GMR</b>");
    expect(html).toContain('value="20,000"');
    expect(html).toContain('name="rural" value="yes" checked');
    expect(html).toContain('<option value="2A" selected>');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('rel="next"');
  });

  test("only chosen courses, districts, kinds and fees are shown", async () => {
    const html = await wordsOf(
      `${QUESTION}&course=civil&district=Bengaluru&kind=government-aided&fee=50000&list=2024-2`,
    );
    expect(html).toContain("2024, Round 2");
    expect(html).toContain("Civil");
    expect(html).not.toMatch(/Mysuru · |Private unaided ·|Computer Science and Engineering \(/);
  });

  test("each seat has its word, what that means, and the ranks that it was taken from", async () => {
    const html = await textOf(QUESTION);
    expect(html).toMatch(/data-word="(sure|likely|open|a stretch)"/);
    const words = await wordsOf(`${QUESTION}&word=sure`);
    expect(words).toMatch(
      /Sure Seats with this distance were in reach in (9[5-9]|100)( to \d+)? of 100 cases from the mock allotment to the first round \(\d{4} to \d{4}\)\./,
    );
  });

  test("a candidate of SC reads that the groups of 2026 have no predecessor", async () => {
    const words = await wordsOf("/cutoffs?rank=20000&category=S1");
    expect(words).toContain("Counted for you: S1G, SCG, GM");
    expect(words).toContain("has no exact successor");
  });

  test("a mistake is named at its field, and nothing that was typed is lost", async () => {
    const response = await get("/cutoffs?rank=many&category=3B&course=civil&fee=120000");
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain('aria-invalid="true" aria-describedby="rank-problem"');
    expect(html).toContain(
      '<p class="error" id="rank-problem">Write your rank as a number, such as 12345.</p>',
    );
    for (const kept of ['value="many"', '<option value="3B" selected>', 'value="civil"', 'value="120000"'])
      expect(html).toContain(kept);
  });

  test("the answer is a file for spreadsheet programs, in which no name is a formula", async () => {
    const response = await get("/cutoffs.csv?rank=4000&exam=COMEDK&list=2025-3");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="maarga-cutoffs.csv"');
    const text = await response.text();
    expect(text).toContain('"Authority","College code","College"');
    expect(text).toContain(`"'=1+1 ${SCRIPT.replaceAll('"', '""')}"`);
    expect(text).toContain(`"'=2+2`);
    const wrong = await get("/cutoffs.csv?rank=x%0d%0aSet-Cookie:a=b");
    expect([wrong.status, wrong.headers.get("set-cookie")]).toEqual([303, null]);
    expect(wrong.headers.get("location")).toBe("/cutoffs?rank=x%0D%0ASet-Cooki");
  });
});

describe("how pages are sent", () => {
  test("compressed, with a tag, for a minute, under the policy of the public pages", async () => {
    const response = await get("/colleges/kea/E001", { headers: { "accept-encoding": "br" } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-encoding": "br",
      "cache-control": "public, max-age=60",
      "content-type": "text/html; charset=utf-8",
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    const etag = response.headers.get("etag") ?? "";
    const again = await get("/colleges/kea/E001", { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const plain = await get("/colleges/kea/E001", { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.text()).toBe(await response.text());
  });

  /** The header, the styles and the script are those of other public pages (`npm run check`). */
  test("the heaviest pages stay in the weights of the public pages", async () => {
    const fixed = ["/colleges", "/cutoffs", "/cutoffs?rank=20000", "/cutoffs/lists", "/cutoffs/lists/UGCET"];
    for (const address of [...fixed, ...(await heaviestPages(server.databaseUrl))])
      expect.soft(await sentBytes(server.url + address), address).toBeLessThanOrEqual(HTML_BUDGET);
  });
});

/** The shell may weigh 22 kB with its styles and its script, and the guides weigh 36. */
const HTML_BUDGET = 12_000;

test("each list has its source and its ranks as a file, even in the edition that a newer one has replaced", async () => {
  expect(await textOf("/cutoffs/lists")).toContain('href="/cutoffs/lists/UGCET"');
  expect(await textOf("/cutoffs/lists/UGCET")).toContain("SHA-256 of the file");
  const html = await textOf("/cutoffs/lists/COMEDK");
  expect(html).toContain("Round 3 (earlier edition)");
  const editions = await queryAt<{ id: number; state: string; ranks: number }>(
    server.databaseUrl,
    `select editions.id, state, editions.ranks from cutoff_editions editions join cutoff_lists on cutoff_lists.id = list_id
       join cutoff_rounds on cutoff_rounds.id = round_id join merit_lists on merit_lists.id = merit_list_id
     where code = 'COMEDK' and year = 2025 and round = '3' order by state`,
  );
  expect(editions.map(({ state, ranks }) => [state, ranks])).toEqual([
    ["current", 1],
    ["replaced", 508],
  ]);
  for (const { id, ranks } of editions) {
    expect(html).toContain(`href="/cutoffs/lists/${id}.csv"`);
    const lines = (await textOf(`/cutoffs/lists/${id}.csv`)).trim().split("\r\n");
    expect(lines).toHaveLength(ranks + 1);
  }
  const [preview] = await queryAt<{ id: number }>(
    server.databaseUrl,
    `insert into cutoff_editions (list_id, title, read_on, added_by)
     select list_id, 'a preview', current_date, 'a test' from cutoff_editions where id = $1 returning id`,
    [editions[0]?.id],
  );
  for (const path of [`/cutoffs/lists/${preview?.id}.csv`, "/cutoffs/lists/NONE", "/cutoffs/lists/9999.csv"])
    expect((await get(path)).status, path).toBe(404);
});

describe("attacks", () => {
  test("a name with a script is text on every page", async () => {
    for (const address of [
      "/colleges?name=%3D1",
      "/colleges/comedk/E999",
      "/cutoffs?rank=4900&exam=COMEDK&list=2025-3",
      `/colleges/comedk/E999/${encodeURIComponent(`=2+2 ${SCRIPT}`)}`,
    ]) {
      const html = await textOf(address);
      expect(html, address).toContain("&lt;script&gt;alert(&quot;x&quot;)");
      expect(html, address).not.toContain(SCRIPT);
      expect(html.match(/<script/g)?.length, address).toBeLessThanOrEqual(5);
    }
  });

  test("a script in a search is text in its field", async () => {
    for (const path of ["/colleges?name=", "/cutoffs?course=", "/cutoffs?rank="]) {
      const html = await textOf(path + encodeURIComponent(`"><script>alert(1)`));
      expect(html, path).not.toContain("<script>alert(1)");
    }
  });

  test.each([
    "/colleges/kea/E000",
    "/colleges/kea/e001%00",
    "/colleges/kea/..%2f..%2fetc%2fpasswd",
    "/colleges/other/E001",
    "/colleges/kea/E001/NONE",
    "/colleges/kea/%F0%9F%8E%93",
    "/public-page",
  ])("%s is not found", async (address) => {
    expect((await get(address)).status).toBe(404);
  });

  test("giant and repeated parameters are answered at once", async () => {
    const long = "x".repeat(8_000);
    expect((await get(`/colleges?name=${long}&name=${long.slice(0, 10)}`)).status).toBe(200);
    expect((await get(`/cutoffs?rank=1&rank=2&course=${long}&page=${"9".repeat(400)}`)).status).toBe(200);
    expect((await get(`/cutoffs?rank=${long}`)).status).toBe(400);
  });
});

test("while the database does not answer, kept pages are shown, and others say so and when to retry", async () => {
  await textOf("/colleges/kea/E005");
  const lock = await lockRanks();
  try {
    expect((await get("/colleges/kea/E005")).status).toBe(200);
    const response = await get("/colleges/kea/E007");
    expect([503, 504]).toContain(response.status);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toContain("Reload this page to ask the same again");
  } finally {
    await lock.release();
  }
  expect((await get("/colleges/kea/E007")).status).toBe(200);
});

async function lockRanks() {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("lock table public.closing_ranks in access exclusive mode");
  return { release: () => client.end() };
}
