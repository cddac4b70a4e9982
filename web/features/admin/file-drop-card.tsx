import { FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useId, useState } from "react";
import { Card } from "../../ui/card.tsx";
import { FileInput } from "../../ui/file-input.tsx";

interface FileDropCardProps {
  readonly label: string;
  readonly accept: string;
  readonly hint: string;
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
  /** The result of reading the file, which is announced. */
  readonly children: ReactNode;
}

/** Takes one file, chosen or dropped, and shows its content below. */
export function FileDropCard({ label, accept, hint, busy, onFile, children }: FileDropCardProps) {
  const hintId = useId();
  const [isOver, setIsOver] = useState(false);
  const take = ([file]: readonly File[]) => file && !busy && onFile(file);
  const drop = (event: DragEvent<HTMLDivElement>) => {
    event.preventDefault();
    setIsOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <Card
      highlighted={isOver}
      className="grid gap-4"
      onDragOver={(event) => {
        // Without this, the browser would open the file in place of the page.
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <div className="flex flex-wrap items-center gap-3">
        <FileInput
          label={label}
          icon={<FileUp aria-hidden className="size-4" />}
          accept={accept}
          disabled={busy}
          describedBy={hintId}
          onFiles={take}
        />
        <p id={hintId} className="text-muted text-sm">
          {hint}
        </p>
      </div>
      <div aria-live="polite" className="grid gap-4 empty:hidden">
        {children}
      </div>
    </Card>
  );
}
