import type { College, Directory, MeritList } from "./rows/directory.ts";

const NUMBER = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 3 });

export const numberOf = (value: number): string => NUMBER.format(value);
export const rupeesOf = (value: number): string => `₹${NUMBER.format(value)}`;
export const feeYearOf = (year: number): string => `${year}-${String((year + 1) % 100).padStart(2, "0")}`;

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const kindOf = (kind: string | null): string => (kind ? capitalised(kind) : "Kind not known");

export function districtOf({ district, isDistrictConfirmed }: College): string {
  if (!district) return "Not known";
  return isDistrictConfirmed ? district : `${district} (one source only)`;
}

export const authorityOf = ({ space }: Pick<College, "space">): string => space;

export function listsOf(college: College, { lists }: Directory): string {
  return lists
    .filter(({ code }) => college.lists.includes(code))
    .map(({ name }) => name)
    .join(", ");
}

export function nameOfList(code: string, lists: readonly MeritList[]): string {
  return lists.find((list) => list.code === code)?.name ?? code;
}
