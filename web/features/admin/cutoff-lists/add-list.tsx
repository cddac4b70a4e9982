import { useState } from "react";
import { countText } from "../../../../domain/count-text.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { FileDropCard } from "../file-drop-card.tsx";
import { ChooseList } from "./choose-list.tsx";
import { type ListChoice, useMeritLists, useReadList } from "./list-file.ts";
import { ReadingProgress } from "./reading-progress.tsx";

/** Reads a file before anything is stored, and adds it as a preview. */
export function AddList() {
  const [file, setFile] = useState<File>();
  const read = useReadList();
  const add = useReadList();
  const meritLists = useMeritLists();
  const isBusy = read.isPending || add.isPending;
  const choose = (chosen: File) => {
    setFile(chosen);
    add.reset();
    read.mutate({ file: chosen });
  };
  const close = () => {
    setFile(undefined);
    read.reset();
    add.reset();
  };
  const confirm = (choice: ListChoice) =>
    file &&
    add.mutate(
      { file, add: choice },
      {
        onSuccess: ({ editions }) => {
          toast.success(
            editions.length > 1
              ? `Added as ${editions.length} previews, one for each merit list.`
              : "Added as a preview. Compare it, then publish or discard it.",
          );
          close();
        },
      },
    );
  return (
    <FileDropCard
      label="Choose a list"
      accept=".pdf,.csv,.txt,.tsv,.xlsx"
      hint="The PDF that KEA published, or a CSV or XLSX of it, or drop it here. Nothing is published before you have compared it."
      busy={isBusy}
      onFile={choose}
    >
      {file && read.isPending && <ReadingProgress fileName={file.name} progress={read.progress} />}
      {read.error && file && (
        <LoadFailed text={read.error.message} onRetry={() => choose(file)} busy={read.isPending} />
      )}
      {meritLists.error && <LoadFailed onRetry={meritLists.refetch} busy={meritLists.isFetching} />}
      {file && read.data && meritLists.data && (
        <section aria-label={`Contents of ${file.name}`} className="grid gap-3">
          <h2 className="wrap-anywhere text-lg">{file.name}</h2>
          <p className="wrap-anywhere">
            {countText(read.data.ranks, "rank")} of {countText(read.data.courses, "course")} in{" "}
            {countText(read.data.colleges, "college")}.{read.data.title && ` Its title: “${read.data.title}”`}
          </p>
          <ChooseList
            key={file.name}
            suggested={read.data.choice}
            meritLists={meritLists.data}
            busy={add.isPending}
            label={add.error ? "Try again" : "Add as a preview"}
            onSubmit={confirm}
            onCancel={close}
          >
            {add.isPending && <ReadingProgress fileName={file.name} progress={add.progress} />}
            {add.error && <Notice kind="danger">{add.error.message}</Notice>}
          </ChooseList>
        </section>
      )}
      {file && read.error && (
        <Button variant="secondary" onClick={close} className="justify-self-start">
          Close
        </Button>
      )}
    </FileDropCard>
  );
}
