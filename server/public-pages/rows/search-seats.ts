import type { Query } from "../../postgres/database.ts";

export interface SeatSearch {
  readonly exam: string;
  readonly rank: number;
  readonly category: string;
  readonly isRural: boolean;
  readonly isKannadaMedium: boolean;
  readonly is371j: boolean;
  /** Undefined: all of the exam. */
  readonly courses: readonly string[] | undefined;
  readonly district: string;
  readonly kind: string;
  readonly fee: number | undefined;
  /** Undefined: the newest mock or first round. */
  readonly list: { readonly year: number; readonly round: string } | undefined;
  readonly word: string;
  readonly limit: number;
  readonly offset: number;
}

export interface CountedCategory {
  readonly code: string;
  readonly isCounted: boolean;
  readonly note: string | null;
}

export interface FoundSeat {
  readonly space: "KEA" | "COMEDK";
  readonly collegeCode: string;
  readonly college: string;
  readonly district: string | null;
  readonly collegeKind: string | null;
  readonly key: string;
  readonly course: string;
  readonly category: string;
  readonly closingRank: number;
  readonly year: number;
  readonly round: string;
  readonly isProvisional: boolean;
  readonly agree: number;
  readonly differ: number;
  readonly isNew: boolean;
  readonly seats: number | null;
  readonly fee: number | null;
  readonly feeYear: number | null;
  readonly ranks: readonly FoundRank[];
  readonly word: string | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly firstYear: number | null;
  readonly lastYear: number | null;
  readonly kind: string | null;
  readonly reason: string | null;
}

interface FoundRank {
  readonly year: number;
  readonly round: string;
  readonly category: string;
  readonly rank: number;
  readonly isCounted: boolean;
}

/** The rules of categories and the word of each seat are those of database/rules/seat-search.sql. */
const SEARCH = `
select
  coalesce((
    select json_agg(json_build_object('code', code, 'isCounted', is_counted, 'note', note) order by position)
    from public.categories_of($1, $3, $4, $5, $6) with ordinality as categories (code, is_counted, note, position)
  ), '[]') as categories,
  coalesce(max(total), 0)::integer as total,
  coalesce(json_agg(json_build_object(
    'space', case when college_slug like 'comedk-%' then 'COMEDK' else 'KEA' end, 'collegeCode', college_code,
    'college', college_name, 'district', district, 'collegeKind', college_kind, 'key', course_key,
    'course', course_name, 'category', best_category, 'closingRank', closing_rank, 'year', list_year,
    'round', list_round, 'isProvisional', is_provisional, 'agree', agree, 'differ', differ, 'isNew', is_new,
    'seats', kea_seats, 'fee', fee, 'feeYear', fee_year, 'ranks', ranks, 'word', word, 'low', low, 'high', high,
    'firstYear', first_year, 'lastYear', last_year, 'kind', kind, 'reason', reason
  ) order by closing_rank, seat_id), '[]') as seats
from public.search_seats(
  exam => $1, rank => $2, category => $3, is_rural => $4, is_kannada_medium => $5, is_371j => $6, course_keys => $7,
  districts => $8, kinds => $9, fee_limit => $10, year => $11, round => $12, words => $13, page_size => $14,
  page_offset => $15
)`;

interface SearchResult {
  readonly categories: readonly CountedCategory[];
  readonly total: number;
  readonly seats: readonly FoundSeat[];
}

/** The seats in reach, the most wanted first. */
export async function searchSeats(query: Query, search: SeatSearch): Promise<SearchResult> {
  const onlyOne = (value: string) => (value ? [value] : null);
  const { rows } = await query(SEARCH, [
    search.exam,
    search.rank,
    search.category,
    search.isRural,
    search.isKannadaMedium,
    search.is371j,
    search.courses ?? null,
    onlyOne(search.district),
    onlyOne(search.kind),
    search.fee === undefined ? null : Math.floor(search.fee),
    search.list?.year ?? null,
    search.list?.round ?? null,
    onlyOne(search.word),
    search.limit,
    search.offset,
  ]);
  return rows[0] as unknown as SearchResult;
}
