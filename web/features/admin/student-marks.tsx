import { Tag } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { OpenedStudent } from "./student/student.ts";

const MarksDialog = lazyPart(async () => (await import("./students/marks-dialog.tsx")).MarksDialog);

/** The marks of a student, which are put on and taken off here as in the list. */
export function StudentMarks({ opened: { account, profile, marks } }: { opened: OpenedStudent }) {
  const [isOpen, setOpen] = useState(false);
  const { id, email } = account;
  const { first_name = "", last_name = "" } = profile ?? {};
  return (
    <>
      {marks.map((mark) => (
        <Badge key={mark.id}>{mark.name}</Badge>
      ))}
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        <Tag aria-hidden className="size-4" />
        Marks
      </Button>
      {isOpen && (
        <MarksDialog person={{ id, email, first_name, last_name, marks }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
