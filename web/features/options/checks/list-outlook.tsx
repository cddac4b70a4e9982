import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  describeReplay,
  meaningOfList,
  type Outlook,
  type ReplayedYear,
  WORDS,
} from "../../../../domain/likelihood.ts";
import type { Option } from "../../../../domain/options.ts";
import { tables } from "../../../backend/tables.ts";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { LikelihoodBadge } from "../details/likelihood-badge.tsx";
import { seatKey } from "../details/option-details.ts";
import type { StoredList } from "../list/stored-list.ts";

interface Props {
  readonly list: StoredList;
  readonly options: readonly Option[];
}

/** The result of list_outlook in database/rules/seat-outlooks.sql. */
interface ListOutlook extends Outlook {
  readonly years: readonly ReplayedYear[];
}

async function fetchOutlook(list: StoredList, options: readonly Option[]): Promise<ListOutlook> {
  const { exam, rank, category, isRural, isKannadaMedium, is371j } = list;
  const { data, error } = await tables().rpc("option_list_outlook", {
    which: exam,
    seats: options.map(({ college, course }) => ({ college, course })),
    ...(rank !== null && { rank }),
    category,
    is_rural: isRural,
    is_kannada_medium: isKannadaMedium,
    is_371j: is371j,
  });
  if (error) throw error;
  return data as unknown as ListOutlook;
}

/**
 * Shows whether at least one option may be in reach. All options of a year shift together, so the outlook is that of
 * the list as a whole.
 */
export function ListOutlookView({ list, options }: Props) {
  const { exam, rank, category, isRural, isKannadaMedium, is371j } = list;
  const candidate = [rank, category, isRural, isKannadaMedium, is371j].join();
  const outlook = useQuery({
    queryKey: ["option-list-outlook", exam, candidate, options.map(seatKey).join()],
    queryFn: () => fetchOutlook(list, options),
    placeholderData: keepPreviousData,
  });
  if (outlook.error)
    return (
      <LoadFailed
        text="The outlook of the list as a whole could not be loaded."
        onRetry={outlook.refetch}
        busy={outlook.isFetching}
      />
    );
  if (!outlook.data) return <Skeleton className="h-24" />;
  const { years } = outlook.data;
  return (
    <section aria-label="At least one of these" className="grid grid-cols-1 gap-2 rounded-control border p-3">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        At least one of these:{" "}
        <LikelihoodBadge likelihood={WORDS.find((word) => word === outlook.data.word)} />
      </p>
      <p className="text-sm">{meaningOfList(outlook.data)}</p>
      {years.length > 0 && (
        <>
          <p className="text-sm">
            In one year nearly all closing ranks shift the same way, so the options can fail together. With
            the distances that your rank has now:
          </p>
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            {years.map((year) => (
              <li key={`${year.from} ${year.to}`}>{describeReplay(year)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
