import { useEffect, useRef, useState } from "react";
import { documentPath, findDocumentType } from "../../../../domain/documents.ts";
import { useUser } from "../../../queries/user.ts";
import { useUploadDocument } from "../requests/upload-document.ts";
import type { ChosenFile, Step } from "./chosen-file.ts";
import { SHRINKING_FAILED, uploadProblem } from "./upload-problem.ts";

export type Uploads = ReturnType<typeof useUploads>;

/** The files that were chosen, and their way to the server, one after the other. */
export function useUploads(say: (news: string) => void) {
  const { id: userId } = useUser();
  const { mutateAsync: send } = useUploadDocument();
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [busy, setBusy] = useState(false);
  const lastId = useRef(0);
  const paths = useRef(new Map<number, string>());
  useLeaveWarning(busy);

  const setStep = (id: number, step: Step) =>
    setChosen((was) => was.map((one) => (one.id === id ? { ...one, step } : one)));
  const remove = (id: number) => setChosen((was) => was.filter((one) => one.id !== id));

  const choose = (files: readonly File[]) => {
    const added = files.map((file): ChosenFile => {
      lastId.current += 1;
      return { id: lastId.current, file, step: { kind: "chosen" } };
    });
    setChosen((was) => [...was, ...added]);
    // On a slow connection it is there by the time it is needed.
    if (added.some(({ file }) => isImage(file))) import("../shrink/shrink-image.ts").catch(() => undefined);
  };

  const uploadOne = async ({ id, file: original }: ChosenFile) => {
    say(`Uploading ${original.name}`);
    if (isImage(original)) setStep(id, { kind: "shrinking" });
    const file = await readyToSend(original).catch(() => undefined);
    if (!file) return setStep(id, { kind: "failed", text: SHRINKING_FAILED, isFinal: false });

    setStep(id, { kind: "sending", share: 0 });
    // Tried again under the same name: where only the answer was lost, there are not two of it afterwards.
    const path = paths.current.get(id) ?? documentPath(userId, file.name, new Date());
    paths.current.set(id, path);
    try {
      await send({ path, file, onSent: (share) => setStep(id, { kind: "sending", share }) });
      remove(id);
      say(`${original.name} is uploaded.`);
    } catch (error) {
      setStep(id, { kind: "failed", ...uploadProblem(error) });
    }
  };

  const upload = async (files: readonly ChosenFile[]) => {
    setBusy(true);
    for (const { id } of files) setStep(id, { kind: "waiting" });
    for (const one of files) await uploadOne(one);
    setBusy(false);
  };

  return { chosen, busy, choose, remove, upload };
}

function isImage(file: File): boolean {
  return findDocumentType(file)?.startsWith("image/") ?? false;
}

/** With the type that the server asks for, which not every browser knows, and no larger than it has to be. */
async function readyToSend(original: File): Promise<File> {
  const type = findDocumentType(original) ?? "";
  const file = original.type === type ? original : new File([original], original.name, { type });
  if (!isImage(file)) return file;
  const { shrinkImage } = await import("../shrink/shrink-image.ts");
  return shrinkImage(file);
}

/** The browser asks before it leaves an upload behind. */
function useLeaveWarning(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [busy]);
}
