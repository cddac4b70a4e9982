import type { FastifyBaseLogger } from "fastify";
import type { IdentifyCaller } from "../../gateway/identify-caller.ts";
import type { ServiceDatabase } from "../../postgres/database.ts";
import type { FileStore } from "../files/file-store.ts";
import type { PendingFiles } from "../files/pending-files.ts";
import type { Inspector } from "../inspection/inspector.ts";
import type { Links } from "../links.ts";
import type { Clamd } from "../malware/clamd.ts";
import type { Objects } from "../objects.ts";
import type { ActiveUploads } from "../resumable/active-uploads.ts";
import type { ResumableUploads } from "../resumable/resumable-uploads.ts";

/** The dependencies of the endpoints in this folder. */
export interface StorageContext {
  readonly service: ServiceDatabase;
  readonly log: FastifyBaseLogger;
  readonly clamd: Clamd | undefined;
  readonly identify: IdentifyCaller;
  readonly files: FileStore;
  readonly pendingFiles: PendingFiles;
  readonly inspector: Inspector;
  readonly objects: Objects;
  readonly links: Links;
  readonly filesOrigin: string | undefined;
  /** The limit for one user; null without a limit. */
  readonly maxUploadsInFlight: number | null;
  readonly resumable: ResumableUploads;
  readonly activeUploads: ActiveUploads;
}
