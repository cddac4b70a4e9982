import type { Query } from "../../postgres/database.ts";

export interface SeatSearch {
  readonly rank: number;
  /** Those of one round. */
  readonly editions: readonly number[];
  /** Those whose seats the candidate may take. */
  readonly categories: readonly number[];
  /** Undefined: all. */
  readonly colleges: readonly number[] | undefined;
  /** A part of the name of the course, or its code. */
  readonly course: string;
  /** Undefined: any. For seats whose fee was printed beside the allotments. */
  readonly maxFee: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface FoundSeat {
  readonly seatId: number;
  readonly collegeId: number;
  readonly key: string;
  readonly code: string | null;
  readonly course: string;
  /** The largest closing rank of the counted categories. */
  readonly best: number;
  readonly ranks: readonly FoundRank[];
  readonly fee: { readonly year: number; readonly rupees: number } | null;
}

interface FoundRank {
  readonly category: number;
  readonly rank: number;
  readonly agree: number;
  readonly differ: number;
}

/** How far below the candidate's rank the closing rank may be: seats that nobody reached from further away are left out. */
const FURTHEST = 0.8;

const SEARCH = `
with reached as (
  select seat_id, max(rank) as best
  from public.closing_ranks
  where edition_id = any($1) and category_id = any($2) and rank >= $3
  group by seat_id
), found as (
  select seat.id, seat.college_id, course.key, course.code, course.name, reached.best, fee.year, fee.rupees
  from reached
    join public.college_courses seat on seat.id = reached.seat_id
    join public.courses course on course.id = seat.course_id
    left join lateral (
      select year, rupees from public.seat_fees where seat_id = seat.id order by year desc limit 1
    ) fee on true
  where seat.is_published
    and ($4::smallint[] is null or seat.college_id = any($4))
    and ($5 = '' or position(lower($5) in lower(course.name)) > 0 or lower(course.code) = lower($5))
    and ($6::integer is null or fee.rupees is null or fee.rupees <= $6)
), page as (
  select * from found order by best, id limit $7 offset $8
)
select (select count(*) from found)::integer as total, coalesce((
  select json_agg(json_build_object(
    'seatId', page.id, 'collegeId', page.college_id, 'key', page.key, 'code', page.code, 'course', page.name,
    'best', page.best,
    'fee', case when page.rupees is not null then json_build_object('year', page.year, 'rupees', page.rupees) end,
    'ranks', (
      select json_agg(json_build_object(
        'category', category_id, 'rank', rank, 'agree', agree, 'differ', differ
      ) order by rank desc, category_id)
      from public.closing_ranks
      where seat_id = page.id and edition_id = any($1) and category_id = any($2)
    )
  ) order by page.best, page.id)
  from page
), '[]') as seats`;

interface SearchResult {
  readonly total: number;
  readonly seats: readonly FoundSeat[];
}

/** The seats whose closing rank the candidate reached or came near, the most wanted first. */
export async function searchSeats(query: Query, search: SeatSearch): Promise<SearchResult> {
  const { rows } = await query(SEARCH, [
    search.editions,
    search.categories,
    search.rank * FURTHEST,
    search.colleges ?? null,
    search.course,
    search.maxFee ?? null,
    search.limit,
    search.offset,
  ]);
  return rows[0] as unknown as SearchResult;
}
