import { useEffect, useRef, useState } from "react";
import { findProofRefusal, PAYMENT_PROOF_BUCKET, proofPath } from "../../../../domain/payment-proofs.ts";
import { hasResponse } from "../../../backend/error-response.ts";
import { useUser } from "../../../queries/user.ts";
import { isImage, prepareFile } from "../../../uploads/prepare-file.ts";

interface Progress {
  readonly text: string;
  readonly share: number | undefined;
}

export type Screenshot = ReturnType<typeof useScreenshot>;

/** Owns the picture or PDF that the student adds to their UTR, and uploads it when they send the form. */
export function useScreenshot() {
  const { id } = useUser();
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<Progress>();
  const path = useRef<string>(undefined);
  const isStored = useRef(false);
  const cancel = useRef<AbortController>(undefined);
  useEffect(() => () => cancel.current?.abort(), []);

  const remove = () => {
    cancel.current?.abort();
    setFile(undefined);
    setProblem(undefined);
    setProgress(undefined);
  };
  const choose = (chosen: File) => {
    remove();
    path.current = undefined;
    isStored.current = false;
    const refusal = findProofRefusal(chosen);
    setProblem(refusal);
    if (refusal) return;
    setFile(chosen);
    // Loaded early, for slow connections.
    import("../../../uploads/send-file.ts").catch(() => undefined);
    if (isImage(chosen)) import("../../../uploads/shrink/shrink-image.ts").catch(() => undefined);
  };

  const send = async (original: File, { signal }: AbortController) => {
    setProgress({ text: isImage(original) ? "Making the picture smaller…" : "Uploading…", share: undefined });
    const [prepared, { sendFile }] = await Promise.all([
      prepareFile(original),
      import("../../../uploads/send-file.ts"),
    ]);
    // Another try uses the same name: if only the response was lost, the file is not stored twice.
    path.current ??= proofPath(id, prepared.name, new Date());
    let stored = 0;
    path.current = await sendFile(id, PAYMENT_PROOF_BUCKET, {
      path: path.current,
      file: prepared,
      signal,
      onStored: (share) => {
        stored = share;
        setProgress({ text: "Uploading…", share });
      },
      onWaiting: () => setProgress({ text: "Waiting for the connection…", share: stored }),
    });
    isStored.current = true;
  };

  /** Returns the name of the stored file, null without a file, or undefined if it could not be stored. */
  const upload = async (): Promise<string | null | undefined> => {
    if (!file) return null;
    if (isStored.current) return path.current;
    setProblem(undefined);
    const controller = new AbortController();
    cancel.current = controller;
    try {
      await send(file, controller);
      return path.current;
    } catch (error) {
      if (!controller.signal.aborted) setProblem(hasResponse(error) ? error.message : NOT_STORED);
      return undefined;
    } finally {
      if (!controller.signal.aborted) setProgress(undefined);
    }
  };

  return { file, problem, progress, choose, remove, upload };
}

const NOT_STORED = "The file did not arrive. Please send it again, or remove it: the UTR is enough.";
