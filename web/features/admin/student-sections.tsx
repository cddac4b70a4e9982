import { CallsSection } from "./student/calls-section.tsx";
import { DocumentsSection } from "./student/documents-section.tsx";
import { IdentitySection } from "./student/identity-section.tsx";
import { MailsSection } from "./student/mails-section.tsx";
import { NotesSection } from "./student/notes-section.tsx";
import { OrdersSection } from "./student/orders-section.tsx";
import { asListed, isWhole, type SeenStudent } from "./student/student.ts";
import { TimelineSection } from "./student/timeline-section.tsx";
import { StudentMarks } from "./student-marks.tsx";
import { PlanSection } from "./student-plan.tsx";
import { describeEvent } from "./student-timeline-text.ts";

export function StudentSections({ opened }: { opened: SeenStudent }) {
  const { id } = opened.account;
  if (!isWhole(opened)) {
    const { orders, receipts } = opened;
    return (
      <div className="grid gap-4">
        <IdentitySection opened={opened} />
        <PlanSection opened={opened} listed={undefined} />
        {orders && receipts && <OrdersSection opened={{ orders, receipts }} />}
      </div>
    );
  }
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        <IdentitySection opened={opened} marks={<StudentMarks opened={opened} />} />
        <PlanSection opened={opened} listed={asListed(opened)} />
        <OrdersSection opened={opened} />
        <CallsSection opened={opened} />
        <DocumentsSection opened={opened} />
      </div>
      <div className="grid min-w-0 gap-4">
        <NotesSection key={id} opened={opened} />
        <MailsSection opened={opened} />
        <TimelineSection id={id} describe={describeEvent} />
      </div>
    </div>
  );
}
