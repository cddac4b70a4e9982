import { formatPaise } from "../../../../domain/money.ts";
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from "../../../ui/table.tsx";
import type { StateTax } from "./report-sums.ts";

/** Only for a seller with a GST number. */
export function TaxTable({ states }: { states: readonly StateTax[] }) {
  if (states.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">Tax by place of supply</h2>
      <Table label="Tax by place of supply">
        <TableHead>
          <TableRow>
            <TableHeadCell>Place of supply</TableHeadCell>
            {["Rate", "Taxable value", "CGST", "SGST", "IGST"].map((heading) => (
              <TableHeadCell key={heading} numeric>
                {heading}
              </TableHeadCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {states.map(({ state, percent, taxablePaise, cgstPaise, sgstPaise, igstPaise }) => (
            <TableRow key={`${state} ${percent}`}>
              <TableCell className="whitespace-nowrap">{state}</TableCell>
              <TableCell numeric>{percent} %</TableCell>
              {[taxablePaise, cgstPaise, sgstPaise, igstPaise].map((paise, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
                <TableCell key={index} numeric>
                  {formatPaise(paise)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}
