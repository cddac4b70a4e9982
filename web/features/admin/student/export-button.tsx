import { Button } from "../../../ui/button.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { toast } from "../../../ui/toast.ts";
import { useStudentAction } from "./student.ts";

/** Saves everything about the student as one file. The server records who did it. */
export function ExportButton({ id }: { id: string }) {
  const exporting = useStudentAction("export_student");
  const save = () =>
    exporting.mutate(
      { student: id },
      {
        onSuccess: (exported) => {
          const file = new Blob([JSON.stringify(exported, null, 2)], { type: "application/json" });
          saveFile(file, `student-${id.slice(0, 8)}.json`);
        },
        onError: () => toast.error("The file could not be made. Please try again."),
      },
    );
  return (
    <Button size="small" variant="secondary" busy={exporting.isPending} onClick={save}>
      Export as a file
    </Button>
  );
}
