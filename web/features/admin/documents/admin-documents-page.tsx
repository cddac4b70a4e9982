import { useState } from "react";
import type { ListedStudent } from "../../../queries/list-students.ts";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { StudentDocumentsCard } from "./student-documents-card.tsx";
import { StudentList } from "./student-list.tsx";

export const meta = () => [{ title: "View Documents · Maarga" }];

export const handle = { skeleton: <PageSkeleton title="View Student Documents" /> };

export default function AdminDocumentsPage() {
  const [selected, setSelected] = useState<ListedStudent>();
  return (
    <>
      <PageTitle title="View Student Documents" />
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <StudentList selected={selected} onSelect={setSelected} />
        {selected ? (
          <StudentDocumentsCard key={selected.id} student={selected} />
        ) : (
          <p className="text-muted">Choose a student to see their documents.</p>
        )}
      </div>
    </>
  );
}
