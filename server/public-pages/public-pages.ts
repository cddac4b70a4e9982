import { FairQueue } from "../limits/fair-queue.ts";
import { toWideNetwork } from "../limits/network.ts";
import type { Query } from "../postgres/database.ts";
import { type CollegeQuery, collegeListAddress, collegeListPage } from "./college-list-page.ts";
import { collegePage } from "./college-page.ts";
import { coursePage } from "./course-page.ts";
import { type CutoffQuery, cutoffAddress, isQuestion, type Problems, readQuestion } from "./cutoff-query.ts";
import { cutoffsCsv, MAX_CSV_ROWS } from "./cutoffs-csv.ts";
import { type Answer, cutoffsPage, PAGE_SIZE } from "./cutoffs-page.ts";
import { type KeptPage, PageCache } from "./page-cache.ts";
import type { Page, PageShell } from "./page-shell.ts";
import { notFoundPage } from "./problem-pages.ts";
import { type CollegeCourse, findCollegeCourses } from "./rows/college-courses.ts";
import { findCourseLists } from "./rows/course-ranks.ts";
import type { CurrentDirectory } from "./rows/current-directory.ts";
import { addressOf, type College, type Directory } from "./rows/directory.ts";
import { searchSeats } from "./rows/search-seats.ts";
import { packPage } from "./send-page.ts";

interface PublicPagesDependencies {
  readonly query: Query;
  readonly current: CurrentDirectory;
  readonly shell: PageShell;
  readonly siteUrl: string;
}

/** Answers to questions are kept apart: somebody who asks ten thousand of them pushes no college out of memory. */
const MAX_BYTES = { colleges: 32 * 1024 * 1024, answers: 8 * 1024 * 1024 };

/** Fewer than the connections of the server, which others need too. One network has most of them, as a school may be one. */
const QUEUE = {
  name: "public pages",
  concurrency: 4,
  concurrencyPerClient: 3,
  maxWaiting: 500,
  maxWaitingPerClient: 300,
  maxWaitMs: 3_000,
};

/** Writes the pages from the rows, once for each version of the data. */
export class PublicPages {
  readonly #dependencies: PublicPagesDependencies;
  readonly #colleges = new PageCache(MAX_BYTES.colleges);
  readonly #answers = new PageCache(MAX_BYTES.answers);
  readonly #queue = new FairQueue(QUEUE);
  #notFound: Promise<KeptPage> | undefined;
  /** Pages that are being written, so that many who open one at the same time wait for one. */
  readonly #running = new Map<string, Promise<KeptPage>>();

  constructor(dependencies: PublicPagesDependencies) {
    this.#dependencies = dependencies;
  }

  async collegeList(query: CollegeQuery): Promise<KeptPage> {
    const directory = await this.#dependencies.current.find();
    // A search in memory: few words make many addresses, so only the first page of all is kept with the colleges.
    const cache = Object.values(query).every((value) => value === "") ? this.#colleges : this.#answers;
    return this.#keep(cache, directory, collegeListAddress(query), async () =>
      collegeListPage(query, directory, this.#dependencies.siteUrl),
    );
  }

  /** Undefined: there is no such college. */
  async college(address: string, client: string): Promise<KeptPage | undefined> {
    const { current, siteUrl } = this.#dependencies;
    const directory = await current.find();
    const college = directory.colleges.find((each) => addressOf(each) === address);
    if (!college) return undefined;
    return this.#keep(this.#colleges, directory, address, async () =>
      collegePage(college, await this.#courses(college, client), directory, siteUrl),
    );
  }

  /** Undefined: there is no such course. */
  async course(address: string, key: string, client: string): Promise<KeptPage | undefined> {
    const { current, siteUrl } = this.#dependencies;
    const directory = await current.find();
    const college = directory.colleges.find((each) => addressOf(each) === address);
    if (!college) return undefined;
    const kept = this.#colleges.find(directory.version, `${address}/${key}`);
    if (kept) return kept;
    const courses = await this.#courses(college, client);
    const course = courses.find((each) => each.key === key);
    if (!course) return undefined;
    return this.#keep(this.#colleges, directory, `${address}/${key}`, async () => {
      const lists = await this.#read(client, (query) => findCourseLists(query, course.id));
      return coursePage(college, course, lists, directory, siteUrl);
    });
  }

  async cutoffs(query: CutoffQuery, client: string): Promise<KeptPage> {
    const { current, siteUrl, shell } = this.#dependencies;
    const directory = await current.find();
    if (!isAsked(query))
      return this.#keep(
        query.exam ? this.#answers : this.#colleges,
        directory,
        cutoffAddress(query),
        async () => cutoffsPage({ query, directory, siteUrl }),
      );
    const read = readQuestion(query, directory);
    if (!isQuestion(read)) {
      const page = cutoffsPage({ query, directory, siteUrl, asked: read });
      return packPage(shell.fill(page), 400);
    }
    return this.#keep(this.#answers, directory, cutoffAddress(query), async () => {
      const asked = await this.#answer(query, directory, client, PAGE_SIZE);
      return cutoffsPage({ query, directory, siteUrl, asked });
    });
  }

  /** Undefined: the question has a mistake, which the page names. */
  async csv(query: CutoffQuery, client: string): Promise<KeptPage | undefined> {
    const directory = await this.#dependencies.current.find();
    const answer = await this.#answer({ ...query, page: "" }, directory, client, MAX_CSV_ROWS);
    return "question" in answer ? packPage(Buffer.from(cutoffsCsv(answer))) : undefined;
  }

  /** The same for every wrong address. */
  notFound(): Promise<KeptPage> {
    this.#notFound ??= packPage(this.#dependencies.shell.fill(notFoundPage), 404);
    return this.#notFound;
  }

  async #answer(
    query: CutoffQuery,
    directory: Directory,
    client: string,
    limit: number,
  ): Promise<Answer | Problems> {
    const question = readQuestion(query, directory);
    if (!isQuestion(question)) return question;
    const { page } = question;
    const found = await this.#read(client, (run) =>
      searchSeats(run, { ...question, limit, offset: (page - 1) * limit }),
    );
    return { question, ...found };
  }

  #courses(college: College, client: string): Promise<CollegeCourse[]> {
    return this.#read(client, (query) => findCollegeCourses(query, college.id));
  }

  #read<T>(client: string, work: (query: Query) => Promise<T>): Promise<T> {
    return this.#queue.run(toWideNetwork(client), () => work(this.#dependencies.query));
  }

  async #keep(
    cache: PageCache,
    { version }: Directory,
    address: string,
    write: () => Promise<Page>,
  ): Promise<KeptPage> {
    const kept = cache.find(version, address);
    if (kept) return kept;
    const key = `${version} ${address}`;
    const running =
      this.#running.get(key) ??
      write()
        .then((page) => packPage(this.#dependencies.shell.fill(page)))
        .then((page) => {
          cache.keep(version, address, page);
          return page;
        })
        .finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }
}

/** A visit without a rank and without anything else asks nothing yet. */
const isAsked = (query: CutoffQuery): boolean =>
  Object.entries(query).some(([name, value]) => value !== "" && name !== "exam");
