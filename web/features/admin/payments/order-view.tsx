import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ageText } from "./age.ts";
import { DeskBar } from "./desk-bar.tsx";
import { EarlierOrders } from "./earlier-orders.tsx";
import { claimOf, type OpenedOrder, orderQuery } from "./order.ts";
import { OrderDetails } from "./order-details.tsx";
import { ProofView } from "./proof-view.tsx";
import { StateBadge } from "./states.tsx";
import { StepsList } from "./steps-list.tsx";
import { Warnings } from "./warnings.tsx";

interface OrderViewProps {
  readonly id: string;
  /** The values from the queue, shown until the details have arrived. */
  readonly title: string | undefined;
  readonly now: Date;
  readonly hasShortcuts: boolean;
  readonly addressOf: (id: string) => string;
  readonly onDone: (message: string, staysOpen: boolean) => void;
  readonly onBack: () => void;
}

/** An order with all that an admin looks at before they decide. Its heading has the focus, so that the shortcuts work. */
export function OrderView({ id, title, now, hasShortcuts, addressOf, onDone, onBack }: OrderViewProps) {
  const order = useQuery(orderQuery(id));
  const opened = order.data;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <article aria-label="Order" aria-busy={order.isPending} className="grid min-w-0 gap-4">
      <div>
        <Button variant="quiet" className="-ml-3 lg:hidden" onClick={onBack}>
          <ArrowLeft aria-hidden className="size-4" />
          Back to the queue
        </Button>
        <h2
          ref={heading}
          tabIndex={-1}
          className="tabular wrap-anywhere scroll-mt-20 text-xl outline-none sm:text-2xl"
        >
          {opened ? `${opened.order.number}, ${nameOf(opened)}` : (title ?? "Order")}
        </h2>
        {opened && (
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            <StateBadge state={opened.order.state} />
            for {ageText(new Date(opened.order.changed_at), now)}
          </p>
        )}
      </div>
      {order.error && !opened && (
        <LoadFailed text="The order could not be loaded." onRetry={order.refetch} busy={order.isFetching} />
      )}
      {order.isPending && <Skeleton className="h-60" />}
      {opened && (
        <>
          <Findings opened={opened} />
          <div className="grid gap-4 xl:grid-cols-2">
            <Card>
              <OrderDetails opened={opened} />
            </Card>
            <Section title="Proof">
              <ProofView
                payment={claimOf(opened)}
                setAside={opened.payments.findLast(({ state }) => state === "set aside")}
              />
            </Section>
          </div>
          <DeskBar {...{ opened, hasShortcuts, onDone }} />
          <div className="grid gap-4 xl:grid-cols-2">
            <Section title="Other orders of this student">
              <EarlierOrders orders={opened.earlier} addressOf={addressOf} />
            </Section>
            <Section title="Steps">
              <StepsList steps={opened.steps} />
            </Section>
          </div>
        </>
      )}
    </article>
  );
}

function nameOf({ student }: OpenedOrder): string {
  return student?.name || "a deleted account";
}

function Findings({ opened: { warnings, order, is_own } }: { opened: OpenedOrder }) {
  if (is_own)
    return <Notice kind="info">This is your own order: somebody else has to decide about it.</Notice>;
  if (warnings.length > 0) return <Warnings warnings={warnings} />;
  if (order.state !== "proof sent") return null;
  return (
    <p role="status" className="flex items-center gap-2 text-press">
      <Icon shape="good" className="size-5 shrink-0" />
      Nothing looks wrong.
    </p>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h3 className="mb-2 text-lg">{title}</h3>
      {children}
    </Card>
  );
}
