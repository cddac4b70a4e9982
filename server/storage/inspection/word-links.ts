import type { ContentProblem } from "./content-problem.ts";

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
/** Links that a reader follows with a click. Other schemes start programs. */
const LINK = /^(?:https?|mailto|tel|ftp):/i;
/** Opening a file on another computer sends it the user's password hash on Windows, and some programs do so unasked. */
const FILE = /^(?:file:|[a-z]:[\\/])/i;

export function hasScheme(target: string): boolean {
  return SCHEME.test(target);
}

/** Windows accepts both slashes. */
export function isNetworkPath(target: string): boolean {
  return /^[\\/]{2}/.test(target);
}

export function findLinkProblem(target: string): ContentProblem | undefined {
  const isLink = LINK.test(target) || !hasScheme(target);
  return findFileProblem(target) ?? (isLink ? undefined : "wordExternal");
}

export function findFileProblem(target: string): ContentProblem | undefined {
  return FILE.test(target) || isNetworkPath(target) ? "wordFileLink" : undefined;
}
