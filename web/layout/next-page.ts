import { fetchFiles, isFetched, UpdatedServer } from "./fetch-files.ts";

const FILE = /\/assets\/[\w.-]+\.(?:js|css)\b/g;
/** More would take the few connections to the server from the requests of the form. */
const BACKGROUND_LANES = 2;

const pages = new Map<string, Promise<readonly string[]>>();

/** Fetches the files of a page that is a separate document, and throws if the network fails. */
export async function fetchPage(path: string): Promise<void> {
  try {
    await fetchFiles(await missingFiles(path));
  } catch (error) {
    // The new server has the page in a new version.
    if (!(error instanceof UpdatedServer)) throw error;
  }
}

/** Does the same with what the line has left, and without errors. */
export async function prefetchPage(path: string): Promise<void> {
  const files = await missingFiles(path).catch(() => []);
  const queue = files.values();
  const runLane = async () => {
    for (const file of queue) if (!isFetched(file)) await fetchFiles([file], "low").catch(() => {});
  };
  await Promise.all(Array.from({ length: BACKGROUND_LANES }, runLane));
  prefetchDocument(path);
}

/** The server lets a document that was fetched in this way be opened for five minutes without asking it again. */
function prefetchDocument(path: string): void {
  const link = document.createElement("link");
  link.rel = "prefetch";
  link.href = path;
  document.head.append(link);
}

async function missingFiles(path: string): Promise<readonly string[]> {
  let files = pages.get(path);
  if (!files) {
    files = listFiles(path);
    pages.set(path, files);
    files.catch(() => pages.delete(path));
  }
  return (await files).filter((file) => !isFetched(file));
}

async function listFiles(path: string): Promise<readonly string[]> {
  // Reading the document from the cache would count as its opening.
  const response = await fetch(path, { priority: "low", cache: "no-store" });
  return [...new Set((await response.text()).match(FILE))];
}
