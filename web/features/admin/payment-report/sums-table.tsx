import { formatDayOfYear } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableMessage,
  TableRow,
} from "../../../ui/table.tsx";
import type { Sums } from "./report-sums.ts";

interface SumsTableProps {
  readonly title: string;
  readonly sums: readonly Sums[];
  readonly total: Omit<Sums, "key">;
}

export function SumsTable({ title, sums, total }: SumsTableProps) {
  return (
    <Table label="Payments">
      <TableHead>
        <TableRow>
          <TableHeadCell>{title}</TableHeadCell>
          <TableHeadCell numeric>Receipts</TableHeadCell>
          <TableHeadCell numeric>Received</TableHeadCell>
          <TableHeadCell numeric>Refunded</TableHeadCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {sums.length === 0 && <TableMessage columns={4}>No payment in this period.</TableMessage>}
        {sums.map((sum) => (
          <Row key={sum.key} name={formatDayOfYear(sum.key)} sums={sum} />
        ))}
        {sums.length > 1 && <Row name="Total" sums={total} className="font-semibold" />}
      </TableBody>
    </Table>
  );
}

interface RowProps {
  readonly name: string;
  readonly sums: Omit<Sums, "key">;
  readonly className?: string;
}

function Row({ name, sums: { receipts, receivedPaise, refundedPaise }, className }: RowProps) {
  return (
    <TableRow className={className}>
      <TableCell className="tabular whitespace-nowrap">{name}</TableCell>
      <TableCell numeric>{receipts}</TableCell>
      <TableCell numeric>{formatPaise(receivedPaise)}</TableCell>
      <TableCell numeric>{refundedPaise === 0 ? "" : formatPaise(refundedPaise)}</TableCell>
    </TableRow>
  );
}
