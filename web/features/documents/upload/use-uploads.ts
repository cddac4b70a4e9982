import { useEffect, useRef, useState } from "react";
import { documentPath } from "../../../../domain/documents.ts";
import { useUser } from "../../../queries/user.ts";
import { afterPaint } from "../../../ui/after-paint.ts";
import { isImage, prepareFile } from "../../../uploads/prepare-file.ts";
import { useUploadDocument } from "../requests/upload-document.ts";
import type { ChosenFile, Step } from "./chosen-file.ts";
import { SHRINKING_FAILED, uploadFailure } from "./upload-failure.ts";

export type Uploads = ReturnType<typeof useUploads>;

/** Owns the chosen files, and uploads them one after the other. */
export function useUploads(announce: (text: string) => void) {
  const { id: userId } = useUser();
  const { mutateAsync: send } = useUploadDocument();
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [busy, setBusy] = useState(false);
  const lastId = useRef(0);
  const paths = useRef(new Map<number, string>());
  const cancel = useRef(new Map<number, AbortController>());
  useLeaveWarning(busy);

  const setStep = (id: number, step: Step) =>
    setChosen((previous) =>
      previous.map((chosenFile) => (chosenFile.id === id ? { ...chosenFile, step } : chosenFile)),
    );
  const remove = (id: number) => {
    cancel.current.get(id)?.abort();
    setChosen((previous) => previous.filter((chosenFile) => chosenFile.id !== id));
  };

  const choose = (files: readonly File[]) => {
    const added = files.map((file): ChosenFile => {
      lastId.current += 1;
      return { id: lastId.current, file, step: { kind: "chosen" } };
    });
    setChosen((previous) => [...previous, ...added]);
    // Loaded early, for slow connections.
    afterPaint(() => {
      import("../../../uploads/send-file.ts").catch(() => undefined);
      if (added.some(({ file }) => isImage(file)))
        import("../../../uploads/shrink/shrink-image.ts").catch(() => undefined);
    });
  };

  const uploadFile = async ({ id, file: original }: ChosenFile) => {
    announce(`Uploading ${original.name}`);
    if (isImage(original)) setStep(id, { kind: "shrinking" });
    const file = await prepareFile(original).catch(() => undefined);
    if (!file) return setStep(id, { kind: "failed", text: SHRINKING_FAILED, isFinal: false });

    setStep(id, { kind: "sending", share: 0 });
    // A retry uses the same name: if only the response was lost, the file is not stored twice.
    const path = paths.current.get(id) ?? documentPath(userId, file.name, new Date());
    paths.current.set(id, path);
    const controller = new AbortController();
    cancel.current.set(id, controller);
    let stored = 0;
    const onStored = (share: number) => {
      stored = share;
      setStep(id, { kind: "sending", share });
    };
    const onWaiting = () => {
      setStep(id, { kind: "offline", share: stored });
      announce(`${original.name} waits for the connection.`);
    };
    try {
      await send({ path, file, onStored, onWaiting, signal: controller.signal });
      remove(id);
      announce(`${original.name} is uploaded.`);
    } catch (error) {
      setStep(id, { kind: "failed", ...uploadFailure(error) });
    }
  };

  const upload = async (files: readonly ChosenFile[]) => {
    setBusy(true);
    for (const { id } of files) setStep(id, { kind: "waiting" });
    for (const file of files) await uploadFile(file);
    setBusy(false);
  };

  return { chosen, busy, choose, remove, upload };
}

/** Makes the browser ask for confirmation before it leaves the page during an upload. */
function useLeaveWarning(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", preventLeaving);
    return () => window.removeEventListener("beforeunload", preventLeaving);
  }, [busy]);
}
