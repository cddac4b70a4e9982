/** An upload that this browser has begun. Choosing the same file again continues it. */
interface UnfinishedUpload {
  readonly path: string;
  readonly address: string;
  readonly begunAt: number;
}

type Uploads = Readonly<Record<string, UnfinishedUpload>>;

/** As long as the server keeps unfinished uploads, by default. */
const MAX_AGE_MS = 24 * 3_600_000;

/** Logging out deletes it, with everything else that belongs to the account. */
const keyOf = (userId: string) => `unfinished-uploads-${userId}`;

/**
 * Identifies a file by its bucket, its name and its bytes, because an upload may only continue with the same bytes.
 * Undefined if the browser cannot hash: over plain HTTP.
 */
export async function fingerprintOf(file: File, bucket: string): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return `${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")} ${bucket} ${file.name}`;
}

export function findUnfinished(
  userId: string,
  fingerprint: string | undefined,
): UnfinishedUpload | undefined {
  return fingerprint === undefined ? undefined : read(userId)[fingerprint];
}

export function rememberUnfinished(
  userId: string,
  fingerprint: string | undefined,
  { path, address }: Omit<UnfinishedUpload, "begunAt">,
): void {
  if (fingerprint === undefined) return;
  write(userId, { ...read(userId), [fingerprint]: { path, address, begunAt: Date.now() } });
}

export function forgetUnfinished(userId: string, fingerprint: string | undefined): void {
  const { [fingerprint ?? ""]: _forgotten, ...others } = read(userId);
  write(userId, others);
}

function read(userId: string): Uploads {
  try {
    const uploads = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "{}") as Uploads;
    const recent = Object.entries(uploads).filter(([, { begunAt }]) => begunAt > Date.now() - MAX_AGE_MS);
    return Object.fromEntries(recent);
  } catch {
    return {};
  }
}

function write(userId: string, uploads: Uploads): void {
  try {
    if (Object.keys(uploads).length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(uploads));
  } catch {
    // Without storage, an upload continues only while its page is open.
  }
}
