import { useState } from "react";
import { countText } from "../../../../domain/count-text.ts";
import { formatDayOfYear } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { FileDropCard } from "../file-drop-card.tsx";
import { ChooseColumns } from "./choose-columns.tsx";
import { type KnownStatement, useReadStatement } from "./statement-file.ts";

/** Shows the lines of a file before anything is stored. */
export function AddStatement() {
  const [file, setFile] = useState<File>();
  const preview = useReadStatement();
  const add = useReadStatement();
  const isBusy = preview.isPending || add.isPending;
  const read = (chosen: File) => {
    setFile(chosen);
    add.reset();
    preview.mutate({ file: chosen, step: "preview" });
  };
  const close = () => {
    setFile(undefined);
    preview.reset();
    add.reset();
  };
  const confirm = () =>
    file &&
    add.mutate(
      { file, step: "add" },
      {
        onSuccess: (result) => {
          if (result.kind !== "statement") return;
          toast.success(addedText(result.added ?? 0));
          close();
        },
      },
    );
  return (
    <FileDropCard
      label="Choose a statement"
      accept=".csv,.txt,.tsv,.xls,.xlsx"
      hint="CSV or XLSX of your bank or payment service, or drop it here. Only money received is kept."
      busy={isBusy}
      onFile={read}
    >
      {preview.isPending && <p className="text-muted">Reading {file?.name} …</p>}
      {preview.error && file && (
        <LoadFailed text={preview.error.message} onRetry={() => read(file)} busy={preview.isPending} />
      )}
      {file && preview.data?.kind === "unknown" && (
        <ChooseColumns rows={preview.data.rows} onSaved={() => read(file)} onCancel={close} />
      )}
      {file && preview.data?.kind === "statement" && (
        <Preview name={file.name} statement={preview.data}>
          {add.error && <Notice kind="danger">{add.error.message}</Notice>}
          <div className="flex flex-wrap gap-3">
            {preview.data.lines > 0 && !preview.data.isKnown && (
              <Button busy={add.isPending} onClick={confirm}>
                {add.error ? "Try again" : `Add ${countText(preview.data.lines, "line")}`}
              </Button>
            )}
            <Button variant="secondary" disabled={add.isPending} onClick={close}>
              Close
            </Button>
          </div>
        </Preview>
      )}
    </FileDropCard>
  );
}

function addedText(added: number): string {
  return added === 0
    ? "All lines were known already. Nothing has changed."
    : `${countText(added, "line")} added.`;
}

interface PreviewProps {
  readonly name: string;
  readonly statement: KnownStatement;
  readonly children: React.ReactNode;
}

function Preview({ name, statement, children }: PreviewProps) {
  const { layout, lines, paise, firstDay, lastDay, examples, others, unreadable, isKnown } = statement;
  return (
    <section aria-label={`Preview of ${name}`} className="grid gap-3">
      <h2 className="wrap-anywhere text-lg">{name}</h2>
      <p>
        {layout}: {countText(lines, "line")} of money received, {formatPaise(paise)}
        {firstDay && `, ${firstDay} to ${lastDay}`}.{" "}
        {others > 0 && `Left out: ${countText(others, "line")} of other kinds.`}
      </p>
      {isKnown && <Notice kind="info">This file was added before. Nothing would change.</Notice>}
      {unreadable.count > 0 && (
        <Notice kind="warning" title={`${countText(unreadable.count, "line")} could not be read`}>
          <ul className="grid gap-1 text-sm">
            {unreadable.examples.map(({ row, cells }) => (
              <li key={row} className="wrap-anywhere">
                Row {row}: {cells.filter(Boolean).join(" · ")}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <ul className="grid gap-1 text-sm">
        {examples.map(({ day, paise: amount, narration }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and rows hold no state
          <li key={index} className="flex gap-3">
            <span className="tabular shrink-0 text-muted">{formatDayOfYear(day)}</span>
            <span className="wrap-anywhere min-w-0 flex-1">{narration}</span>
            <span className="tabular shrink-0">{formatPaise(amount)}</span>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
