import type { FastifyInstance } from "fastify";
import type { IdentifyCaller } from "../gateway/identify-caller.ts";
import type { ApiDatabase, ServiceDatabase } from "../postgres/database.ts";
import { handleErrors } from "./error-handler.ts";
import type { FileStore } from "./files/file-store.ts";
import { PendingFiles } from "./files/pending-files.ts";
import { Links } from "./links.ts";
import { Objects } from "./objects.ts";
import { bucketRoutes } from "./routes/buckets.ts";
import { linkRoutes } from "./routes/link-routes.ts";
import { listRoute } from "./routes/list-objects.ts";
import { objectRoutes } from "./routes/object-routes.ts";
import { uploadRoutes } from "./routes/upload-routes.ts";
import { withStorageErrors } from "./token-errors.ts";

export interface StorageDependencies {
  readonly api: ApiDatabase;
  readonly service: ServiceDatabase;
  readonly identify: IdentifyCaller;
  readonly files: FileStore;
  /** Signs the links. */
  readonly linkKey: string;
}

/** /storage/v1: files, and who may list, read, write and remove them. */
export function storageRoutes(app: FastifyInstance, parts: StorageDependencies): void {
  const { service, files } = parts;
  const ask = withStorageErrors(parts.identify);
  const objects = new Objects(parts.api, service);
  const links = new Links(parts.linkKey);
  const pendingFiles = new PendingFiles(service, files, app.log);
  app.addHook("onReady", () => pendingFiles.start());
  app.addHook("onClose", () => pendingFiles.stop());

  handleErrors(app);
  bucketRoutes(app, objects, ask);
  listRoute(app, objects, ask);
  linkRoutes(app, objects, links, ask);
  objectRoutes(app, { service, files, objects, pendingFiles, links, ask });
  uploadRoutes(app, { service, files, objects, pendingFiles, ask });
}
