import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { dayOf } from "../../../../domain/kolkata-time.ts";
import { callFunction, isRefusedBecause } from "../../../backend/call-function.ts";
import { Button } from "../../../ui/button.tsx";
import { PasswordField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { toast } from "../../../ui/toast.ts";
import type { ListState } from "./list-state.ts";

type Format = "csv" | "xlsx";

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
        onError: (error) =>
          isRefusedBecause(error, "password_needed")
            ? setAsked({ format, reason: error.message })
            : toast.error(error.message),
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
  const submit = () => {
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
    <FormDialog
      title="Super Admin Password Required"
      description={reason}
      submit="Export"
      isReady={superAdminPassword !== ""}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasswordField
        label="Super-admin password"
        // This is not the admin's own password: browsers should neither save it nor fill it in.
        autoComplete="off"
        value={superAdminPassword}
        error={problem}
        onChange={({ target }) => setPassword(target.value)}
      />
    </FormDialog>
  );
}
