import { uploadResumably } from "../backend/resumable-upload.ts";
import { findUnfinished, fingerprintOf, forgetUnfinished, rememberUnfinished } from "./unfinished-uploads.ts";

export interface Upload {
  readonly path: string;
  readonly file: File;
  /** Called with the share of the file that is stored, from 0 to 1. */
  readonly onStored: (share: number) => void;
  readonly onWaiting: () => void;
  readonly signal: AbortSignal;
}

/** Returns where the file is stored: an earlier upload of the same file continues under its own name. */
export async function sendFile(
  userId: string,
  bucket: string,
  { path: newPath, file, ...upload }: Upload,
): Promise<string> {
  const fingerprint = await fingerprintOf(file, bucket);
  const { path, address } = findUnfinished(userId, fingerprint) ?? { path: newPath };
  await uploadResumably({
    ...upload,
    bucket,
    path,
    file,
    address,
    onAddress: (begun) => rememberUnfinished(userId, fingerprint, { path, address: begun }),
  });
  forgetUnfinished(userId, fingerprint);
  return path;
}
