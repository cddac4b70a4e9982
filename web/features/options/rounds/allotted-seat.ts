import type { AllottedSeat } from "../../../../domain/four-choices.ts";
import type { OptionDetails } from "../details/option-details.ts";
import type { StoredList } from "../list/stored-list.ts";

/** A seat as the four choices need it: its fee is that of the student's category. */
export function allottedSeat(
  { exam, category }: StoredList,
  round: string,
  details: OptionDetails | undefined,
): AllottedSeat {
  return {
    exam,
    round,
    fee: details?.fee ?? null,
    feeYear: details?.feeYear ? Number(details.feeYear) : null,
    category,
  };
}
