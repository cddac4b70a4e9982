import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { saveFile } from "../../../ui/save-file.ts";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  onSaved(): void;
}

/** Shows new recovery codes, which nobody can see again. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const [copied, setCopied] = useState<"idle" | "copied" | "refused">("idle");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const shown = codes.map(inGroups);
  const text = `Recovery codes for Maarga. Each one works once.\n\n${shown.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied("copied"),
      () => setCopied("refused"),
    );
  const download = () => saveFile(new Blob([text], { type: "text/plain" }), "maarga-recovery-codes.txt");

  return (
    <section className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Save your recovery codes
      </h2>
      <p>
        Two-step login is on. If you lose your phone, one of these codes replaces the app, once. Keep them
        where only you find them: nobody, not even we, can show them again.
      </p>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-control border bg-wash p-4 font-mono min-[26rem]:grid-cols-2">
        {shown.map((code) => (
          <li key={code} className="select-all whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="secondary" onClick={copy}>
          <span aria-live="polite">{COPY_TEXTS[copied]}</span>
        </Button>
        <Button variant="secondary" onClick={download}>
          Download
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <Button size="large" className="print:hidden" onClick={onSaved}>
        I have saved them
      </Button>
    </section>
  );
}

const COPY_TEXTS = { idle: "Copy", copied: "Copied", refused: "Not copied" } as const;

const inGroups = (code: string) => code.replace(/(.{4})(?=.)/g, "$1-");
