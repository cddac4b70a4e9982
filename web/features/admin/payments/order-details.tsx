import type { ReactNode } from "react";
import { formatDayOfYear, formatInstant } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { findPlan, planLabel } from "../../../../domain/plans.ts";
import { ReceiptButton } from "../../../layout/receipt-button.tsx";
import { StudentLink } from "../../../layout/student-link.tsx";
import { cn } from "../../../ui/class-names.ts";
import type { OpenedOrder } from "./order.ts";

/** The plan, the student, and the receipts and refunds of an order. */
export function OrderDetails({ opened }: { opened: OpenedOrder }) {
  const { order, student, plan: current, receipts, refunds, rest } = opened;
  const plan = findPlan(order.plan_level, order.plan_exam, order.plan_name);
  const currentPlan = findPlan(current?.level, current?.exam, current?.name);
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <Detail name="Amount">
        <span className="font-semibold">{rupees(order.amount_paise)}</span>
        {order.received_paise > 0 && order.received_paise !== order.amount_paise && (
          <Aside>{rupees(order.received_paise)} arrived</Aside>
        )}
        {order.state === "paid over" && (
          <Aside>
            {rupees(order.received_paise - order.refunded_paise - order.amount_paise)} too much, to be sent
            back
          </Aside>
        )}
        {order.refunded_paise > 0 && <Aside>{rupees(order.refunded_paise)} refunded</Aside>}
      </Detail>
      <Detail name="Plan ordered">
        {plan && planLabel(plan)}
        {order.upgrades_from && <Aside>The difference for an upgrade from {order.upgrades_from}</Aside>}
      </Detail>
      <Detail name="Student" isWide>
        {student ? (
          <>
            <StudentLink id={student.id}>{student.name}</StudentLink>
            <Aside>{student.email}</Aside>
            <Aside>{student.phone}</Aside>
          </>
        ) : (
          "The account was deleted"
        )}
      </Detail>
      <Detail name="Their plan now">
        {currentPlan ? planLabel(currentPlan) : "None"}
        {current && <Aside>until {instant(current.expires_at)}</Aside>}
      </Detail>
      <Detail name="Made">{instant(order.made_at)}</Detail>
      <Detail name="Good until">{instant(order.valid_until)}</Detail>
      {receipts.map(({ number, cancelled_at }) => (
        <Detail key={number} name="Receipt">
          <ReceiptButton number={number} />
          {cancelled_at && <Aside>Cancelled</Aside>}
        </Detail>
      ))}
      {refunds.map(({ number, amount_paise, reference, refunded_on }) => (
        <Detail key={number} name={`Refund ${number}`}>
          {rupees(amount_paise)}
          <Aside>
            {formatDayOfYear(refunded_on)}, {reference}
          </Aside>
        </Detail>
      ))}
      {rest && (
        <Detail name="The rest">
          {rest.number}, {rupees(rest.amount_paise)}
        </Detail>
      )}
    </dl>
  );
}

const rupees = (paise: number) => formatPaise(paise);
const instant = (text: string) => formatInstant(new Date(text));

interface DetailProps {
  readonly name: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Detail({ name, isWide, children }: DetailProps) {
  return (
    <div className={cn("min-w-0", isWide && "sm:col-span-2")}>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="tabular wrap-anywhere">{children}</dd>
    </div>
  );
}

function Aside({ children }: { children: ReactNode }) {
  return <span className="block text-sm">{children}</span>;
}
