import type { FastifyInstance } from "fastify";
import type { Identify } from "../gateway/caller.ts";
import type { ApiDatabase, ServiceDatabase } from "../postgres/database.ts";
import { answerErrors } from "./answer-errors.ts";
import { askCallerWith } from "./callers.ts";
import type { FileStore } from "./files/file-store.ts";
import { LooseFiles } from "./files/loose-files.ts";
import { Links } from "./links.ts";
import { Objects } from "./objects.ts";
import { bucketRoutes } from "./routes/buckets.ts";
import { linkRoutes } from "./routes/link-routes.ts";
import { listRoute } from "./routes/list-objects.ts";
import { objectRoutes } from "./routes/object-routes.ts";
import { uploadRoutes } from "./routes/upload-routes.ts";

export interface StorageParts {
  readonly api: ApiDatabase;
  readonly service: ServiceDatabase;
  readonly identify: Identify;
  readonly files: FileStore;
  /** Signs the links. */
  readonly linkKey: string;
}

/** /storage/v1: files, and who may list, read, write and remove them. */
export function storageRoutes(app: FastifyInstance, parts: StorageParts): void {
  const { service, files } = parts;
  const ask = askCallerWith(parts.identify);
  const objects = new Objects(parts.api, service);
  const links = new Links(parts.linkKey);
  const looseFiles = new LooseFiles(service, files, app.log);
  app.addHook("onReady", () => looseFiles.start());
  app.addHook("onClose", () => looseFiles.stop());

  answerErrors(app);
  bucketRoutes(app, objects, ask);
  listRoute(app, objects, ask);
  linkRoutes(app, objects, links, ask);
  objectRoutes(app, { service, files, objects, looseFiles, links, ask });
  uploadRoutes(app, { service, files, objects, looseFiles, ask });
}
