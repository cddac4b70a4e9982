import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { dayOf } from "../../../../domain/kolkata-time.ts";
import { callFunction } from "../../../backend/call-function.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { PasswordField } from "../../../ui/field.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { toast } from "../../../ui/toast.ts";
import type { ListState } from "./list-state.ts";

type Format = "csv" | "xlsx";

const NEEDS_PASSWORD =
  /^More than \d+ students in 24 hours can only be exported with the super-admin password\.$/;
const FORMATS: readonly Format[] = ["csv", "xlsx"];

/** Saves all rows of the list, on all pages, with the columns that are shown. The server writes the file and records it. */
export function ExportMenu({ state }: { state: ListState }) {
  const { filter, columns, sort } = state;
  const [asked, setAsked] = useState<{ format: Format; reason: string }>();
  const save = useMutation({
    mutationFn: async ({
      format,
      superAdminPassword = "",
    }: {
      format: Format;
      superAdminPassword?: string;
    }) => {
      const file = await callFunction<Blob>("export-students", {
        filter,
        columns: ["name", ...columns.filter((id) => id !== "name")],
        sort,
        format,
        superAdminPassword,
      });
      saveFile(file, `students-${dayOf(new Date())}.${format}`);
    },
  });
  const start = (format: Format) =>
    save.mutate(
      { format },
      {
        onSuccess: () => toast.success("The file is saved."),
        onError: ({ message }) =>
          NEEDS_PASSWORD.test(message) ? setAsked({ format, reason: message }) : toast.error(message),
      },
    );
  return (
    <>
      {FORMATS.map((format) => (
        <Button
          key={format}
          variant="secondary"
          disabled={save.isPending}
          busy={save.isPending && save.variables.format === format && !asked}
          onClick={() => start(format)}
        >
          <Download aria-hidden className="size-4" />
          {format.toUpperCase()}
        </Button>
      ))}
      {asked && <PasswordDialog {...asked} save={save} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface PasswordDialogProps {
  readonly format: Format;
  readonly reason: string;
  readonly save: {
    readonly isPending: boolean;
    readonly mutate: (
      request: { format: Format; superAdminPassword: string },
      callbacks: { onSuccess: () => void; onError: (error: Error) => void },
    ) => void;
  };
  readonly onClose: () => void;
}

function PasswordDialog({ format, reason, save, onClose }: PasswordDialogProps) {
  const [superAdminPassword, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setProblem(undefined);
    save.mutate(
      { format, superAdminPassword },
      {
        onSuccess: () => {
          toast.success("The file is saved.");
          onClose();
        },
        onError: ({ message }) => setProblem(message),
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      title="Super Admin Password Required"
      description={reason}
      footer={
        <Button
          type="submit"
          form="export-password"
          disabled={superAdminPassword === ""}
          busy={save.isPending}
        >
          Export
        </Button>
      }
    >
      <form id="export-password" onSubmit={submit}>
        <PasswordField
          label="Super-admin password"
          // This is not the admin's own password: browsers should neither save it nor fill it in.
          autoComplete="off"
          value={superAdminPassword}
          error={problem}
          onChange={({ target }) => setPassword(target.value)}
        />
      </form>
    </Dialog>
  );
}
