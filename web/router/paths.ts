/** An address without its origin. */
export interface Path {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

export type To = string | Partial<Path>;

export interface Location extends Path {
  readonly state: unknown;
  /** Differs for each entry of the history. */
  readonly key: string;
}

export function createPath({ pathname = "/", search = "", hash = "" }: Partial<Path>): string {
  return pathname + search + hash;
}

/** The app has absolute paths, and addresses that keep the page and change what follows "?" or "#". */
export function resolvePath(to: To, from: string): Path {
  const { pathname, search = "", hash = "" } = typeof to === "string" ? parsePath(to) : to;
  return { pathname: pathname || from, search: withoutEmpty(search), hash: withoutEmpty(hash) };
}

function parsePath(text: string): Path {
  const [, pathname = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? [];
  return { pathname, search, hash };
}

const withoutEmpty = (part: string) => (part.length > 1 ? part : "");
