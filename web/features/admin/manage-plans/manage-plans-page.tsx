import { Pencil, Plus, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { formatDateTime } from "../../../../domain/kolkata-time.ts";
import { formatRupees } from "../../../../domain/money.ts";
import { findPlan, planLabel } from "../../../../domain/plans.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cn } from "../../../ui/class-names.ts";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableMessage,
  TableRow,
} from "../../../ui/table.tsx";
import { toast } from "../../../ui/toast.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { type Offer, useOffers } from "./manage-offers.ts";
import { PlanDialog } from "./plan-dialog.tsx";

export const meta = () => [{ title: "Manage Plans · Maarga" }];

export const handle = { skeleton: <PageSkeleton title="Plan Management" /> };

type OpenDialog = { readonly name: "add" } | { readonly name: "edit" | "delete"; readonly offer: Offer };

export default function ManagePlansPage() {
  const offers = useOffers();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  useEffect(() => {
    if (offers.error) toast.error("Failed to fetch plans", { id: "plans" });
  }, [offers.error]);
  return (
    <>
      <PageTitle
        title="Plan Management"
        action={
          <Button onClick={() => setDialog({ name: "add" })}>
            <Plus aria-hidden className="size-4" />
            Add Plan
          </Button>
        }
      />
      {offers.error ? (
        <LoadFailed text="Failed to fetch plans" onRetry={offers.refetch} busy={offers.isFetching} />
      ) : (
        <OffersTable offers={offers.data} onOpen={setDialog} />
      )}
      {dialog?.name === "add" && <PlanDialog onClose={close} />}
      {dialog?.name === "edit" && <PlanDialog offer={dialog.offer} onClose={close} />}
      {dialog?.name === "delete" && <DeleteDialog offer={dialog.offer} onClose={close} />}
    </>
  );
}

/** On narrow screens each row is a card: the plan, its price, its expiry. */
const ROW = "max-md:grid max-md:grid-cols-[auto_auto_1fr_auto] max-md:gap-x-2 max-md:px-4 max-md:py-3";
const CELL = "max-md:block max-md:h-auto max-md:p-0";
const TITLE = cn(CELL, "max-md:font-semibold");
const LINE = cn(CELL, "tabular max-md:col-span-3");
const HEADERS = ["Level", "Exam", "Name", "Price", "Expiry", "Actions"];

interface OffersTableProps {
  readonly offers: readonly Offer[] | undefined;
  readonly onOpen: (dialog: OpenDialog) => void;
}

function OffersTable({ offers, onOpen }: OffersTableProps) {
  return (
    <Table label="Plans" className="max-md:block">
      <TableHead className="max-md:sr-only">
        <TableRow>
          {HEADERS.map((header) => (
            <TableHeadCell key={header} numeric={header === "Price"}>
              {header}
            </TableHeadCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody className="max-md:block">
        {!offers && <TableMessage columns={HEADERS.length}>Loading...</TableMessage>}
        {offers?.length === 0 && <TableMessage columns={HEADERS.length}>No results.</TableMessage>}
        {offers?.map((offer) => (
          <TableRow key={offer.id} className={ROW}>
            <TableCell className={TITLE}>{offer.plan_level.toUpperCase()}</TableCell>
            <TableCell className={TITLE}>{offer.plan_exam.toUpperCase()}</TableCell>
            <TableCell className={TITLE}>{offer.plan_name}</TableCell>
            <TableCell numeric className={cn(LINE, "max-md:text-left")}>
              {formatRupees(offer.price)}
            </TableCell>
            <TableCell
              className={cn(LINE, "max-md:text-muted max-md:text-sm max-md:before:content-['Until_']")}
            >
              <Expiry at={new Date(offer.expires_at)} />
            </TableCell>
            <TableCell className={cn(CELL, "max-md:col-start-4 max-md:row-start-1 max-md:row-end-4")}>
              <Actions offer={offer} onOpen={onOpen} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Expiry({ at }: { at: Date }) {
  return (
    <>
      <span className="whitespace-nowrap">{formatDateTime(at)}</span>{" "}
      {at <= new Date() && <Badge tone="danger">Ended</Badge>}
    </>
  );
}

function Actions({ offer, onOpen }: Pick<OffersTableProps, "onOpen"> & { offer: Offer }) {
  const plan = findPlan(offer.plan_level, offer.plan_exam, offer.plan_name);
  const name = plan ? planLabel(plan) : offer.plan_name;
  return (
    <div className="flex gap-1">
      <Button
        size="small"
        variant="quiet"
        aria-label={`Edit ${name}`}
        onClick={() => onOpen({ name: "edit", offer })}
      >
        <Pencil aria-hidden className="size-4" />
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Delete ${name}`}
        onClick={() => onOpen({ name: "delete", offer })}
      >
        <Trash2 aria-hidden className="size-4" />
      </Button>
    </div>
  );
}
