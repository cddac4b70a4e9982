import type { FastifyInstance } from "fastify";
import type { IdentifyCaller } from "../gateway/identify-caller.ts";
import type { ApiDatabase, ServiceDatabase } from "../postgres/database.ts";
import type { InternalKeys } from "../tokens/keyed-hash.ts";
import { handleErrors, handleResumableErrors } from "./error-handler.ts";
import type { FileStore } from "./files/file-store.ts";
import { PendingFiles } from "./files/pending-files.ts";
import type { Inspector } from "./inspection/inspector.ts";
import { Links } from "./links.ts";
import type { Clamd } from "./malware/clamd.ts";
import { Objects } from "./objects.ts";
import { ActiveUploads } from "./resumable/active-uploads.ts";
import { ResumableUploads } from "./resumable/resumable-uploads.ts";
import { continueUpload } from "./routes/continue-upload.ts";
import { createUpload } from "./routes/create-upload.ts";
import { compileZodSchema } from "./routes/endpoint.ts";
import { getBucket } from "./routes/get-bucket.ts";
import { listBuckets } from "./routes/list-buckets.ts";
import { listObjects } from "./routes/list-objects.ts";
import { readObject } from "./routes/read-object.ts";
import { readObjectInfo } from "./routes/read-object-info.ts";
import { readOffset } from "./routes/read-offset.ts";
import { readSignedObject } from "./routes/read-signed-object.ts";
import { removeObjects } from "./routes/remove-objects.ts";
import { removeUpload } from "./routes/remove-upload.ts";
import { signObject } from "./routes/sign-object.ts";
import { signObjects } from "./routes/sign-objects.ts";
import { RESUMABLE, speakTus } from "./routes/tus.ts";
import { acceptUploads } from "./routes/upload-connection.ts";
import { replaceObject, uploadObject } from "./routes/upload-object.ts";

export interface StorageDependencies {
  readonly api: ApiDatabase;
  readonly service: ServiceDatabase;
  readonly identify: IdentifyCaller;
  readonly files: FileStore;
  /** Undefined if uploads are not scanned for malware. */
  readonly clamd: Clamd | undefined;
  readonly inspector: Inspector;
  /** The origin that serves the signed links and nothing else; undefined if the site serves them. */
  readonly filesOrigin: string | undefined;
  /** Signs the links. */
  readonly linkKeys: InternalKeys;
  readonly secretKey: string;
  /** The limit for one user; null without a limit. */
  readonly maxUploadsInFlight: number | null;
  /** An upload that was cut may continue for this time. */
  readonly uploadHours: number;
}

/** Files, under /storage/v1. The policies on storage.objects decide which objects a caller sees and may change. */
export function storageRoutes(app: FastifyInstance, dependencies: StorageDependencies): void {
  const { api, service, identify, files, clamd, filesOrigin, linkKeys, maxUploadsInFlight, uploadHours } =
    dependencies;
  const objects = new Objects(api);
  const context = {
    service,
    identify,
    files,
    clamd,
    log: app.log,
    pendingFiles: new PendingFiles(service, files, app.log),
    inspector: dependencies.inspector,
    objects,
    links: new Links(linkKeys, dependencies.secretKey),
    filesOrigin,
    maxUploadsInFlight,
    resumable: new ResumableUploads(service, objects, uploadHours),
    activeUploads: new ActiveUploads(),
  };
  app.addHook("onReady", () => context.pendingFiles.start());
  app.addHook("onClose", () => context.pendingFiles.stop());
  handleErrors(app);
  app.setValidatorCompiler(compileZodSchema);

  // For callers with a Bearer token: an access token, or an API key.
  app.get("/bucket", listBuckets(context));
  app.get("/bucket/:id", getBucket(context));
  app.post("/object/list/:bucket", listObjects(context));
  app.post("/object/sign/:bucket/*", signObject(context));
  app.post("/object/sign/:bucket", signObjects(context));
  app.delete("/object/:bucket", removeObjects(context));
  app.register(async (scope) => {
    await acceptUploads(scope);
    scope.post("/object/:bucket/*", uploadObject(context));
    scope.put("/object/:bucket/*", replaceObject(context));
  });
  app.register(async (scope) => {
    await acceptUploads(scope);
    speakTus(scope);
    handleResumableErrors(scope);
    scope.post(RESUMABLE, createUpload(context));
    scope.head(`${RESUMABLE}/:id`, readOffset(context));
    scope.patch(`${RESUMABLE}/:id`, continueUpload(context));
    scope.delete(`${RESUMABLE}/:id`, removeUpload(context));
  });

  // For everyone. A visitor without a Bearer token sees no bucket at all.
  const reading = { method: ["GET", "HEAD"], exposeHeadRoute: false };
  app.route({ ...reading, url: "/object/:bucket/*", ...readObject(context) });
  app.route({ ...reading, url: "/object/info/:bucket/*", ...readObjectInfo(context) });

  // For everyone who has a signed link.
  app.route({ ...reading, url: "/object/sign/:bucket/*", ...readSignedObject(context) });
}
