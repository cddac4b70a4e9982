import { Pencil, Plus, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import { formatDateTime } from "../../../../domain/kolkata-time.ts";
import { formatRupees } from "../../../../domain/money.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
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
import { DeleteDialog } from "./delete-dialog.tsx";
import { type Offer, useOffers } from "./offers.ts";
import { PlanDialog } from "./plan-dialog.tsx";

export const meta = () => [{ title: "Manage Plans · Maarga" }];

type Asked = { readonly what: "add" } | { readonly what: "edit" | "delete"; readonly offer: Offer };

export default function ManagePlansPage() {
  const offers = useOffers();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  useEffect(() => {
    if (offers.error) toast.error("Failed to fetch plans", { id: "plans" });
  }, [offers.error]);
  return (
    <>
      <PageTitle
        title="Plan Management"
        action={
          <Button onClick={() => setAsked({ what: "add" })}>
            <Plus aria-hidden className="size-4" />
            Add Plan
          </Button>
        }
      />
      {offers.error ? (
        <LoadFailed text="Failed to fetch plans" onRetry={offers.refetch} busy={offers.isFetching} />
      ) : (
        <OffersTable offers={offers.data} onAsk={setAsked} />
      )}
      {asked?.what === "add" && <PlanDialog onClose={close} />}
      {asked?.what === "edit" && <PlanDialog offer={asked.offer} onClose={close} />}
      {asked?.what === "delete" && <DeleteDialog offer={asked.offer} onClose={close} />}
    </>
  );
}

const HEADS = ["Level", "Exam", "Name", "Price", "Expiry", "Actions"];

interface OffersTableProps {
  readonly offers: readonly Offer[] | undefined;
  readonly onAsk: (asked: Asked) => void;
}

function OffersTable({ offers, onAsk }: OffersTableProps) {
  return (
    <Table label="Plans">
      <TableHead>
        <TableRow>
          {HEADS.map((head) => (
            <TableHeadCell
              key={head}
              numeric={head === "Price"}
              className={head === "Actions" ? "sticky right-0 bg-wash" : undefined}
            >
              {head}
            </TableHeadCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {!offers && <TableMessage columns={HEADS.length}>Loading...</TableMessage>}
        {offers?.length === 0 && <TableMessage columns={HEADS.length}>No results.</TableMessage>}
        {offers?.map((offer) => (
          <TableRow key={offer.id}>
            <TableCell>{offer.plan_level.toUpperCase()}</TableCell>
            <TableCell>{offer.plan_exam.toUpperCase()}</TableCell>
            <TableCell>{offer.plan_name}</TableCell>
            <TableCell numeric>{formatRupees(offer.price)}</TableCell>
            <TableCell className="tabular whitespace-nowrap">
              {formatDateTime(new Date(offer.expires_at))}
            </TableCell>
            <TableCell className="sticky right-0 bg-card">
              <Actions offer={offer} onAsk={onAsk} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Actions({ offer, onAsk }: Pick<OffersTableProps, "onAsk"> & { offer: Offer }) {
  const name = `${offer.plan_level} ${offer.plan_exam} ${offer.plan_name}`.toUpperCase();
  return (
    <div className="flex gap-1">
      <Button
        size="small"
        variant="quiet"
        aria-label={`Edit ${name}`}
        onClick={() => onAsk({ what: "edit", offer })}
      >
        <Pencil aria-hidden className="size-4" />
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Delete ${name}`}
        onClick={() => onAsk({ what: "delete", offer })}
      >
        <Trash2 aria-hidden className="size-4" />
      </Button>
    </div>
  );
}
