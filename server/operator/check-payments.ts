import { formatPaise } from "../../domain/money.ts";
import type { Query } from "../postgres/database.ts";
import { StartupError } from "../startup-error.ts";

/** More lines would hide the first ones, which usually explain the others. */
const MAX_SHOWN = 200;

type Found = {
  readonly problems: readonly string[];
  readonly orders: number;
  readonly steps: number;
  readonly receipts: number;
  readonly receivedPaise: number;
  readonly refundedPaise: number;
};

/** Checks that orders, steps, payments, receipts and plans agree. One statement reads one snapshot. */
export async function checkPayments(query: Query): Promise<string> {
  const { rows } = await query<Found>(
    `select array(select private.check_payments()) as problems, orders::float8 as orders, steps::float8 as steps,
       receipts::float8 as receipts, received_paise::float8 as "receivedPaise", refunded_paise::float8 as "refundedPaise"
     from private.sum_payments()`,
  );
  const [found] = rows;
  if (!found) throw new StartupError("the database returned no sums");
  const { problems, orders, steps, receipts, receivedPaise, refundedPaise } = found;
  if (problems.length > 0)
    throw new StartupError(
      [
        `The payments do not agree (${problems.length}):`,
        ...problems.slice(0, MAX_SHOWN),
        ...(problems.length > MAX_SHOWN ? ["…"] : []),
      ].join("\n"),
    );
  return `The payments agree: ${orders} orders, ${steps} steps, ${receipts} receipts, received ${formatPaise(receivedPaise)}, refunded ${formatPaise(refundedPaise)}.`;
}
