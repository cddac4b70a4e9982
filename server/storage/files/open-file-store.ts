import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config.ts";
import { DiskFiles } from "./disk-files.ts";
import type { FileStore } from "./file-store.ts";
import { S3Files } from "./s3-files.ts";

/** Opens the store that the settings name, and fails if it cannot be used. */
export function openFileStore(config: Config): Promise<FileStore> {
  const { FILES_URL: url, MAARGA_DATA: data } = config;
  if (url === undefined) return DiskFiles.open(path.join(data, "files"));
  if (url.startsWith("file:")) return DiskFiles.open(fileURLToPath(url));
  return S3Files.open({
    url,
    // readConfig requires both keys for an S3 address.
    accessKeyId: config.AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: config.AWS_SECRET_ACCESS_KEY ?? "",
    sessionToken: config.AWS_SESSION_TOKEN,
    spoolFolder: path.join(data, "spool"),
  });
}
