import { refusal } from "../errors.ts";
import type { ObjectDraft } from "../objects.ts";
import { cacheControlOf, parseMetadata } from "../routes/incoming-upload.ts";
import type { ResumableUpload } from "./resumable-uploads.ts";

interface DescribedUpload {
  readonly draft: ObjectDraft;
  readonly type: string;
  readonly cacheControl: string;
}

/** Reads what the client said about its file in the header Upload-Metadata: keys with values in base64. */
export function describeUpload({
  metadata,
  overwrite,
}: Pick<ResumableUpload, "metadata" | "overwrite">): DescribedUpload {
  const fields = new Map(
    metadata.split(",").map((pair) => {
      const [key = "", value = ""] = pair.trim().split(" ", 2);
      return [key, decode(value)];
    }),
  );
  const userMetadata = parseMetadata(fields.get("metadata"));
  return {
    draft: {
      bucket: fields.get("bucketName") ?? "",
      name: fields.get("objectName") ?? "",
      overwrite,
      userMetadata,
    },
    type: fields.get("contentType") ?? "application/octet-stream",
    cacheControl: cacheControlOf(fields.get("cacheControl")),
  };
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(value: string): string {
  try {
    return UTF_8.decode(Buffer.from(value, "base64"));
  } catch (cause) {
    throw refusal("badRequest", { message: "Invalid Upload-Metadata header", cause });
  }
}
