import { PUBLIC_PAGES_TIME } from "../limits/client-limits.ts";
import { FairQueue } from "../limits/fair-queue.ts";
import { toWideNetwork } from "../limits/network.ts";
import { TimeBudget } from "../limits/time-budget.ts";
import type { Query } from "../postgres/database.ts";
import { type CollegeQuery, collegeListAddress, collegeListPage } from "./college-list-page.ts";
import { collegePage } from "./college-page.ts";
import { coursePage } from "./course-page.ts";
import { type CutoffQuery, cutoffAddress, isSearch, type Problems, readSearch } from "./cutoff-query.ts";
import { cutoffsCsv, MAX_CSV_ROWS } from "./cutoffs-csv.ts";
import { type Answer, cutoffsPage, PAGE_SIZE } from "./cutoffs-page.ts";
import {
  editionCsv,
  editionsAddress,
  editionsPage,
  MERIT_LISTS_ADDRESS,
  meritListsPage,
} from "./editions-page.ts";
import { type KeptPage, PageCache } from "./page-cache.ts";
import type { Page, PageShell } from "./page-shell.ts";
import { notFoundPage } from "./problem-pages.ts";
import { findCollegeCourses } from "./rows/college-courses.ts";
import { findCourseLists } from "./rows/course-ranks.ts";
import type { CurrentDirectory } from "./rows/current-directory.ts";
import { addressOf, type Directory } from "./rows/directory.ts";
import { findEditionRanks, findEditions } from "./rows/editions.ts";
import { searchSeats } from "./rows/search-seats.ts";
import { packPage } from "./send-page.ts";
import { collegeSitemap } from "./sitemap.ts";

interface PublicPagesDependencies {
  readonly query: Query;
  readonly current: CurrentDirectory;
  readonly shell: PageShell;
  readonly siteUrl: string;
}

/** Results of searches have a cache of their own: ten thousand different searches push no college out of memory. */
const MAX_BYTES = { colleges: 32 * 1024 * 1024, answers: 8 * 1024 * 1024 };

/**
 * Fewer than the connections of the server, which others need too. A network uses one of them at a time, and has no more
 * requests waiting than can be answered within the maximum wait.
 */
const QUEUE = {
  name: "public pages",
  concurrency: 4,
  concurrencyPerClient: 1,
  maxWaiting: 500,
  maxWaitingPerClient: 60,
  maxWaitMs: 3_000,
};

const SITEMAP_ADDRESS = "/colleges/sitemap.xml";

/** Writes the pages from the rows, once for each version of the data. */
export class PublicPages {
  readonly #dependencies: PublicPagesDependencies;
  readonly #colleges = new PageCache(MAX_BYTES.colleges);
  readonly #answers = new PageCache(MAX_BYTES.answers);
  readonly #queue = new FairQueue({ ...QUEUE, budget: new TimeBudget(PUBLIC_PAGES_TIME) });
  #notFound: Promise<KeptPage> | undefined;
  /** Pages that are being written: concurrent requests of one network for the same page share one turn. */
  readonly #running = new Map<string, Promise<KeptPage | undefined>>();

  constructor(dependencies: PublicPagesDependencies) {
    this.#dependencies = dependencies;
  }

  async sitemap(client: string): Promise<KeptPage> {
    const { current, siteUrl } = this.#dependencies;
    const directory = await current.find();
    return this.#keep(this.#colleges, directory, SITEMAP_ADDRESS, client, () =>
      packPage(Buffer.from(collegeSitemap(directory, siteUrl))),
    );
  }

  async collegeList(query: CollegeQuery, client: string): Promise<KeptPage> {
    const directory = await this.#dependencies.current.find();
    // Searches in memory. There are very many different searches, so only the list without a search is kept with the
    // colleges.
    const cache = Object.values(query).every((value) => value === "") ? this.#colleges : this.#answers;
    return this.#keep(cache, directory, collegeListAddress(query), client, () =>
      this.#pack(collegeListPage(query, directory, this.#dependencies.siteUrl)),
    );
  }

  /** Undefined: there is no such college. */
  async college(address: string, client: string): Promise<KeptPage | undefined> {
    const { query, current, siteUrl } = this.#dependencies;
    const directory = await current.find();
    const college = directory.colleges.find((each) => addressOf(each) === address);
    if (!college) return undefined;
    return this.#keep(this.#colleges, directory, address, client, async () =>
      this.#pack(collegePage(college, await findCollegeCourses(query, college.id), directory, siteUrl)),
    );
  }

  /** Undefined: there is no such course. */
  async course(address: string, key: string, client: string): Promise<KeptPage | undefined> {
    const { query, current, siteUrl } = this.#dependencies;
    const directory = await current.find();
    const college = directory.colleges.find((each) => addressOf(each) === address);
    if (!college) return undefined;
    const kept = this.#colleges.find(directory.version, `${address}/${key}`);
    if (kept) return kept;
    const courses = await this.#takeTurn(client, () => findCollegeCourses(query, college.id));
    const course = courses.find((each) => each.key === key);
    if (!course) return undefined;
    return this.#keep(this.#colleges, directory, `${address}/${key}`, client, async () =>
      this.#pack(coursePage(college, course, await findCourseLists(query, course.id), directory, siteUrl)),
    );
  }

  async cutoffs(query: CutoffQuery, client: string): Promise<KeptPage> {
    const { current, siteUrl } = this.#dependencies;
    const directory = await current.find();
    if (!isAsked(query))
      return this.#keep(
        query.exam ? this.#answers : this.#colleges,
        directory,
        cutoffAddress(query),
        client,
        () => this.#pack(cutoffsPage({ query, directory, siteUrl })),
      );
    const read = readSearch(query, directory);
    if (!isSearch(read))
      return this.#takeTurn(client, () =>
        this.#pack(cutoffsPage({ query, directory, siteUrl, asked: read }), 400),
      );
    return this.#keep(this.#answers, directory, cutoffAddress(query), client, async () => {
      const asked = await this.#answer(query, directory, PAGE_SIZE);
      return this.#pack(cutoffsPage({ query, directory, siteUrl, asked }));
    });
  }

  /** Undefined: the search has a mistake, which the page names. */
  async csv(query: CutoffQuery, client: string): Promise<KeptPage | undefined> {
    const directory = await this.#dependencies.current.find();
    return this.#takeTurn(client, async () => {
      const answer = await this.#answer({ ...query, page: "" }, directory, MAX_CSV_ROWS);
      return "search" in answer ? packPage(Buffer.from(cutoffsCsv(answer))) : undefined;
    });
  }

  async meritLists(client: string): Promise<KeptPage> {
    const { current, siteUrl } = this.#dependencies;
    const directory = await current.find();
    return this.#keep(this.#colleges, directory, MERIT_LISTS_ADDRESS, client, () =>
      this.#pack(meritListsPage(directory, siteUrl)),
    );
  }

  /** Undefined: there is no such merit list, or it has no lists. */
  async editions(code: string, client: string): Promise<KeptPage | undefined> {
    const { query, current, siteUrl } = this.#dependencies;
    const directory = await current.find();
    const list = directory.lists.find((each) => each.code === code);
    if (!list) return undefined;
    return this.#keep(this.#colleges, directory, editionsAddress(code), client, async () =>
      this.#pack(editionsPage(list, await findEditions(query, list.id), siteUrl)),
    );
  }

  /** All ranks of an edition. Undefined: no such edition is published. */
  async editionCsv(id: number, client: string): Promise<KeptPage | undefined> {
    const directory = await this.#dependencies.current.find();
    return this.#keep(this.#answers, directory, `${id}.csv`, client, async () => {
      const rows = await findEditionRanks(this.#dependencies.query, id);
      return rows && packPage(Buffer.from(editionCsv(rows)));
    });
  }

  /** Every wrong address gets the same page. */
  notFound(): Promise<KeptPage> {
    this.#notFound ??= this.#pack(notFoundPage, 404);
    return this.#notFound;
  }

  async #answer(query: CutoffQuery, directory: Directory, limit: number): Promise<Answer | Problems> {
    const search = readSearch(query, directory);
    if (!isSearch(search)) return search;
    const offset = (search.page - 1) * limit;
    return { search, ...(await searchSeats(this.#dependencies.query, { ...search, limit, offset })) };
  }

  #pack(page: Page, status?: number): Promise<KeptPage> {
    return packPage(this.#dependencies.shell.fill(page), status);
  }

  /** Runs the work when it is the turn of this network. */
  #takeTurn<T>(client: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(toWideNetwork(client), work);
  }

  /** Only a page that exists is kept. */
  async #keep<Written extends KeptPage | undefined>(
    cache: PageCache,
    { version }: Directory,
    address: string,
    client: string,
    write: () => Promise<Written>,
  ): Promise<KeptPage | Written> {
    const kept = cache.find(version, address);
    if (kept) return kept;
    const key = `${version} ${address} ${toWideNetwork(client)}`;
    const writeAndKeep = async () => {
      // Another network may have had its turn first.
      const page = cache.find(version, address) ?? (await write());
      if (page) cache.keep(version, address, page);
      return page;
    };
    const running =
      (this.#running.get(key) as Promise<KeptPage | Written> | undefined) ??
      this.#takeTurn(client, writeAndKeep).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }
}

/** The exam alone is not a search yet. */
const isAsked = (query: CutoffQuery): boolean =>
  Object.entries(query).some(([name, value]) => value !== "" && name !== "exam");
