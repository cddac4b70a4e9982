import type { College, Directory } from "./rows/directory.ts";
import { feeYearOf, rupeesOf } from "./words.ts";

/** The rows of KEA's fee table that may hold for a college of this kind. The table names no colleges. */
const FEE_ROWS: Readonly<Record<string, RegExp>> = {
  government: /^Government colleges$/,
  "government-aided": /^Aided courses/,
  "state public university": /^UVCE$/,
  "private unaided": /^Type [12]:/,
  "private unaided (religious minority)": /^Type [12]:/,
  "private unaided (linguistic minority)": /^Type [12]:/,
  "private university": /^Deemed/,
  "deemed university": /^Deemed/,
};

/** The lists whose seats the table of engineering and architecture covers. */
export const hasKindFee = (list: string): boolean => list === "UGCET" || list === "UGCET-ARCH";

/** The fees of a year that may hold for a KEA seat of the college in rupees, the lowest first. */
function kindFeesOf({ kind }: Pick<College, "kind">, { kindFees }: Directory): readonly number[] {
  const row = kind ? FEE_ROWS[kind] : undefined;
  return row ? kindFees.filter((fee) => row.test(fee.kind)).map(({ amount }) => amount) : [];
}

export function kindFeeText(college: College, directory: Directory): string | undefined {
  const fees = kindFeesOf(college, directory);
  const year = directory.kindFees[0]?.year;
  if (fees.length === 0 || year === undefined) return undefined;
  return `${fees.map(rupeesOf).join(" or ")} a year (${feeYearOf(year)}, General Merit)`;
}
