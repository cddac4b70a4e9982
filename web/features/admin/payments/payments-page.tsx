import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { type ListedOrder, useOrders } from "../../../queries/list-orders.ts";
import { Button, buttonClasses } from "../../../ui/button.tsx";
import { cn } from "../../../ui/class-names.ts";
import { SelectField } from "../../../ui/field.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { usePaging, useReturnToFirstPage } from "../../../ui/paging.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { useNow } from "../../../ui/use-now.ts";
import { useOrderCounts } from "./order-counts.ts";
import { QueueList } from "./queue-list.tsx";
import { ShortcutLegend, useShortcutSetting } from "./shortcut-legend.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { filterText, ORDER_STATES } from "./states.tsx";
import { STEP_TOAST } from "./step-toast.ts";
import { useOpenedOrder, usePrefetchedOrder } from "./use-opened-order.ts";

export const meta = () => [{ title: "Payments · Maarga" }];

const TITLE = { title: "Payments", text: "Orders with a proof wait here until you confirm or reject them." };

export const handle = { skeleton: <PageSkeleton {...TITLE} />, isWide: true };

const loadOrderView = () => import("./order-view.tsx");
/** Loaded after the queue, with the dialogs of its steps. */
const OrderView = lazyPart(() => loadOrderView().then((part) => part.OrderView), {
  fallback: <Skeleton className="h-60" />,
});

const NewOrderDialog = lazyPart(() => import("./new-order-dialog.tsx").then((part) => part.NewOrderDialog), {
  fallback: null,
});

/** The queue of orders and the order that is open. */
const WAITING = "waiting";
const STATES = [WAITING, ...ORDER_STATES.filter((state) => state !== "proof sent"), "all"] as const;

export default function PaymentsPage() {
  const paging = usePaging();
  const { params, page, pageSize, change } = paging;
  const search = params.get("search") ?? "";
  const state = STATES.find((known) => known === params.get("state")) ?? WAITING;
  const queue = useOrders({
    search,
    filter: state,
    page,
    pageSize,
    sort: state === WAITING ? "oldest" : "newest",
  });
  useReturnToFirstPage(queue.data, paging);
  const counts = useOrderCounts();
  const { opened, open, addressOf } = useOpenedOrder();
  const [hasShortcuts, setHasShortcuts] = useShortcutSetting();
  const [isMaking, setIsMaking] = useState(false);
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const searchForm = useRef<HTMLFormElement>(null);
  const orders = queue.data ?? [];
  const place = orders.findIndex(({ id }) => id === opened);
  const next = orders[place + 1];
  usePrefetchedOrder(opened ? next?.id : undefined);

  const finish = async (message: string, staysOpen: boolean) => {
    toast.success(message, { id: STEP_TOAST });
    // Outside of the queue, the admin has searched for this order and sees the result of the step.
    if (staysOpen || state !== WAITING || place < 0) return;
    const following = next ?? orders[place - 1];
    if (following) return open(following.id);
    const { data } = await queue.refetch();
    open(data?.find(({ id }) => id !== opened)?.id ?? "");
  };
  useEffect(() => {
    // If this fails, the first order says that it could not be loaded, and offers to try again.
    loadOrderView().catch(() => undefined);
  }, []);
  const before = useRef(opened);
  useEffect(() => {
    // On a phone, the queue takes the place of the order, which had the focus.
    if (before.current && !opened) list.current?.focus();
    before.current = opened;
  }, [opened]);
  const step = (to: number) => {
    const order = orders[to];
    if (order) open(order.id);
  };
  useShortcuts(
    {
      j: () => step(place + 1),
      k: () => step(place - 1),
      "/": () => searchForm.current?.querySelector("input")?.focus(),
      escape: opened ? () => open("") : undefined,
    },
    hasShortcuts,
  );

  return (
    <div className="grid gap-4">
      {/* On a phone, the order that is open has the place. */}
      <PageTitle
        title={TITLE.title}
        text={<span className={cn(opened && "max-lg:hidden")}>{TITLE.text}</span>}
        action={<OtherPages isHidden={opened !== ""} onNewOrder={() => setIsMaking(true)} />}
      />
      <ShortcutLegend isOn={hasShortcuts} onChange={setHasShortcuts} />
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className={cn("grid gap-4", opened && "max-lg:hidden")}>
          <form
            ref={searchForm}
            className="flex flex-wrap items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              list.current?.focus();
            }}
          >
            <SearchField
              placeholder="Number, UTR, name, phone or email"
              search={search}
              onSearch={(text) => change({ search: text })}
            />
            <SelectField
              label="State"
              className="w-full"
              value={state}
              options={STATES.map((value) => ({ value, label: filterText(value, counts.data) }))}
              onChange={({ target }) => change({ state: target.value })}
            />
          </form>
          {queue.isError ? (
            <LoadFailed
              text="The orders could not be loaded."
              onRetry={queue.refetch}
              busy={queue.isFetching}
            />
          ) : (
            <QueueList
              ref={list}
              orders={queue.data}
              emptyText={state === WAITING && !search ? "No payment waits for you." : "No results."}
              isStale={queue.isPlaceholderData}
              {...{ opened, now, addressOf }}
            />
          )}
          {queue.data && (
            <Pager {...paging.pager(queue.data)} isExact={queue.data[0]?.totalIsExact ?? true} />
          )}
        </div>
        {opened ? (
          <OrderView
            key={opened}
            id={opened}
            title={titleOf(orders[place])}
            {...{ now, hasShortcuts, addressOf }}
            onDone={finish}
            onBack={() => open("")}
          />
        ) : (
          orders.length > 0 && (
            <p className="text-muted max-lg:hidden">
              Choose an order{hasShortcuts && ", or press j to open the first"}.
            </p>
          )
        )}
      </div>
      {isMaking && (
        <NewOrderDialog
          onClose={() => setIsMaking(false)}
          onMade={({ id, number }) => {
            setIsMaking(false);
            toast.success(`${number} is made.`, { id: STEP_TOAST });
            open(id);
          }}
        />
      )}
    </div>
  );
}

function titleOf(order: ListedOrder | undefined): string | undefined {
  return order && `${order.number}, ${order.studentName}`;
}

function OtherPages({ isHidden, onNewOrder }: { isHidden: boolean; onNewOrder: () => void }) {
  return (
    <div className={cn("flex flex-wrap gap-3", isHidden && "max-lg:hidden")}>
      <Button variant="secondary" onClick={onNewOrder}>
        New order
      </Button>
      <Link to="/payments/statements" className={buttonClasses({ variant: "secondary" })}>
        Bank statements
      </Link>
      <Link to="/payments/report" className={buttonClasses({ variant: "secondary" })}>
        Report
      </Link>
    </div>
  );
}
