import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { meaningOf, type Outlook, WORDS } from "../../../../domain/likelihood.ts";
import type { ExamCode } from "../../../../domain/option-exams.ts";
import type { Option } from "../../../../domain/options.ts";
import { tables } from "../../../backend/tables.ts";
import { findAnswer, keepAnswer } from "../../../layout/kept/kept-answers.ts";
import { useUser } from "../../../queries/user.ts";
import type { ListProfile } from "../list/stored-list.ts";
import { type DetailsOf, type OptionDetails, seatKey } from "./option-details.ts";

/** The year and round of the closing ranks that are shown; undefined is the latest first round. */
export interface ChosenRound {
  readonly year: number;
  readonly round: string;
}

type Seat = Pick<Option, "college" | "course">;
type FoundOutlook = Outlook & { readonly isNew: boolean; readonly isGone: boolean };
type FoundDetails = OptionDetails & { readonly outlook: FoundOutlook | null };
type Found = Readonly<Record<string, OptionDetails>>;

const NONE: Found = {};

/**
 * The first options of a long list get their figures soon, and no request reaches the statement timeout of a busy
 * server.
 */
const SEATS_AT_ONCE = 100;

function withLikelihood({ outlook, ...details }: FoundDetails): OptionDetails {
  if (!outlook) return details;
  const likelihood = WORDS.find((word) => word === outlook.word) ?? null;
  const { isNew, isGone } = outlook;
  return { ...details, likelihood, meaning: meaningOf(outlook), isNew, isGone };
}

async function fetchDetails(
  exam: ExamCode,
  seats: readonly Seat[],
  { rank, category, isRural, isKannadaMedium, is371j }: ListProfile,
  chosen: ChosenRound | undefined,
): Promise<OptionDetails[]> {
  const { data, error } = await tables().rpc("option_details", {
    which: exam,
    seats: seats.map(({ college, course }) => ({ college, course })),
    ...(rank !== null && { rank }),
    category,
    is_rural: isRural,
    is_kannada_medium: isKannadaMedium,
    is_371j: is371j,
    ...chosen,
  });
  if (error) throw error;
  return (data as unknown as FoundDetails[]).map(withLikelihood);
}

/** Looks up the figures of seats; those that are known already are not asked for again. */
export function useOptionDetails(
  exam: ExamCode,
  seats: readonly Seat[],
  profile: ListProfile | undefined,
  chosen: ChosenRound | undefined,
  /** The seats are the student's own list, whose figures are kept on their device. */
  isKept = false,
) {
  const client = useQueryClient();
  const { rank, category, isRural, isKannadaMedium, is371j } = profile ?? {};
  const base = useMemo(
    () =>
      [
        "option-details",
        exam,
        rank,
        category,
        isRural,
        isKannadaMedium,
        is371j,
        chosen?.year,
        chosen?.round,
      ] as const,
    [exam, rank, category, isRural, isKannadaMedium, is371j, chosen?.year, chosen?.round],
  );
  const { data: found = NONE } = useQuery<Found>({
    queryKey: base,
    queryFn: () => client.getQueryData<Found>(base) ?? NONE,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const missing = useMemo(() => {
    const keys = new Map(seats.map((seat) => [seatKey(seat), seat]));
    const unknown = [...keys].filter(([key]) => !found[key]).map(([, seat]) => seat);
    return unknown.slice(0, SEATS_AT_ONCE);
  }, [seats, found]);
  const request = useQuery({
    queryKey: [...base, "missing", missing.map(seatKey).join()],
    enabled: profile !== undefined && missing.length > 0,
    gcTime: 0,
    queryFn: async () => {
      const details = await fetchDetails(exam, missing, profile as ListProfile, chosen);
      client.setQueryData<Found>(base, (before = NONE) => ({
        ...before,
        ...Object.fromEntries(details.map((of) => [seatKey(of), of])),
      }));
      return details.length;
    },
  });
  const kept = useKeptFigures(exam, seats, isKept, profile ? found : undefined);
  const detailsOf: DetailsOf = useCallback(
    (seat) => found[seatKey(seat)] ?? kept?.[seatKey(seat)],
    [found, kept],
  );
  return { detailsOf, error: request.error, refetch: request.refetch, isFetching: request.isFetching };
}

/**
 * Keeps the figures of the listed seats on the device, and returns those that were kept while the server cannot be
 * reached.
 */
function useKeptFigures(
  exam: ExamCode,
  seats: readonly Seat[],
  isKept: boolean,
  found: Found | undefined,
): Found | undefined {
  const { id } = useUser();
  const name = `option-figures:${exam}`;
  const isWhole =
    isKept && found !== undefined && seats.length > 0 && seats.every((seat) => found[seatKey(seat)]);
  useEffect(() => {
    if (!found || !isWhole) return;
    const data = Object.fromEntries(seats.map((seat) => [seatKey(seat), found[seatKey(seat)]]));
    keepAnswer(id, name, { keptAt: Date.now(), data });
  }, [id, name, found, isWhole, seats]);
  return useMemo(
    () => (isKept && found === undefined ? findAnswer<Found>(id, name)?.data : undefined),
    [isKept, found, id, name],
  );
}
