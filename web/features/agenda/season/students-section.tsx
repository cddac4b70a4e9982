import { dayOf } from "../../../../domain/kolkata-time.ts";
import { planLabel } from "../../../../domain/plans.ts";
import { ContactLinks } from "../../../layout/contact-links.tsx";
import { StudentLink } from "../../../layout/student-link.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { type usePaging, useReturnToFirstPage } from "../../../ui/paging.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { dayName, type StudentWithoutSlots, useStudentsWithoutSlots } from "./season.ts";

/** The students with a plan who never booked, whose plan ends first, with their numbers. */
export function StudentsSection({ paging }: { paging: ReturnType<typeof usePaging> }) {
  const students = useStudentsWithoutSlots(paging);
  useReturnToFirstPage(students.data, paging);
  const total = students.data?.[0]?.total ?? 0;
  return (
    <section aria-label="Never booked" className="grid gap-3">
      <h2 className="text-xl">Never booked</h2>
      <p className="text-muted">
        {total > 0 && `${total.toLocaleString("en-IN")} with an active plan and no slot, past or to come. `}
        The plan that ends first comes first.
      </p>
      {students.isError ? (
        <LoadFailed onRetry={students.refetch} busy={students.isFetching} />
      ) : !students.data ? (
        <Skeleton className="h-60" />
      ) : students.data.length === 0 ? (
        <EmptyState title="Every student with a plan has booked." />
      ) : (
        <ul
          aria-label="Students who never booked"
          aria-busy={students.isPlaceholderData}
          className="divide-y rounded-card border bg-card px-4"
        >
          {students.data.map((student) => (
            <Student key={student.id} {...student} />
          ))}
        </ul>
      )}
      {students.data && students.data.length > 0 && <Pager {...paging.pager(students.data)} />}
    </section>
  );
}

function Student({ id, name, phone, plan, expiresAt }: StudentWithoutSlots) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">
          <StudentLink id={id}>{name}</StudentLink>
        </p>
        <p className="text-muted text-sm">
          {plan && `${planLabel(plan)} · `}until {dayName(dayOf(expiresAt))}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ContactLinks name={name} phone={phone} />
      </div>
    </li>
  );
}
