import type { Query } from "../../postgres/database.ts";

/** A course of a college, with the closing ranks of General Merit, which show how it moved. */
export interface CollegeCourse {
  readonly id: number;
  readonly list: string;
  readonly key: string;
  readonly code: string | null;
  readonly name: string;
  readonly counts: SeatCounts | null;
  /** The newest of several years with a list, and whether lists of that year and of an earlier one have the course. */
  readonly newestYear: number | null;
  readonly isListed: boolean;
  readonly wasListed: boolean;
  readonly fee: SeatFee | null;
  readonly trend: readonly TrendFigure[];
}

interface SeatCounts {
  readonly year: number;
  readonly total: number;
  readonly kea: number;
  readonly comedk: number;
  readonly management: number;
  readonly snq: number;
  readonly source: string;
  /** The latest earlier year with known numbers. */
  readonly before: { readonly year: number; readonly kea: number } | null;
}

interface SeatFee {
  readonly year: number;
  readonly rupees: number;
  readonly same: number;
  readonly seen: number;
}

export interface TrendFigure {
  readonly year: number;
  readonly round: string;
  readonly category: string;
  readonly rank: number;
  readonly isProvisional: boolean;
}

const COURSES = `
select seat.id, merit_list.code as list, course.key, course.code, course.name,
  (
    select json_build_object(
      'year', year, 'total', total_intake, 'kea', kea_seats, 'comedk', comedk_seats, 'management', management_seats,
      'snq', snq_seats, 'source', source,
      'before', (
        select json_build_object('year', before.year, 'kea', before.kea_seats)
        from public.seat_counts before
        where before.seat_id = seat.id and before.year < counts.year order by before.year desc limit 1
      )
    )
    from public.seat_counts counts where seat_id = seat.id order by year desc limit 1
  ) as counts,
  newest.year as "newestYear", presence.is_listed as "isListed", presence.was_listed as "wasListed",
  (
    select json_build_object(
      'year', year, 'rupees', rupees, 'same', allotments_with_this_fee, 'seen', allotments_seen
    )
    from public.seat_fees where seat_id = seat.id order by year desc limit 1
  ) as fee,
  coalesce((
    select json_agg(json_build_object(
      'year', edition.year, 'round', edition.round, 'category', category.code, 'rank', figure.rank,
      'isProvisional', edition.is_provisional
    ) order by edition.year, edition.position)
    from public.closing_ranks figure
      join public.current_editions edition on edition.edition_id = figure.edition_id
      join public.cutoff_categories category on category.id = figure.category_id
    where figure.seat_id = seat.id and category.code in ('GM', 'GMP') and not edition.is_mock
  ), '[]') as trend
from public.college_courses seat
  join public.merit_lists merit_list on merit_list.id = seat.merit_list_id
  join public.courses course on course.id = seat.course_id
  left join lateral (
    select case when min(edition.year) < max(edition.year) then max(edition.year) end as year
    from public.current_editions edition where edition.merit_list_id = seat.merit_list_id
  ) newest on true
  cross join lateral (
    select
      coalesce(bool_or(edition.year = newest.year), false) as is_listed,
      coalesce(bool_or(edition.year < newest.year), false) as was_listed
    from (select distinct edition_id from public.closing_ranks where seat_id = seat.id) printed
      join public.current_editions edition on edition.edition_id = printed.edition_id
  ) presence
where seat.college_id = $1 and seat.is_published
order by seat.merit_list_id, course.name, course.key`;

export async function findCollegeCourses(query: Query, collegeId: number): Promise<CollegeCourse[]> {
  const { rows } = await query(COURSES, [collegeId]);
  return rows as unknown as CollegeCourse[];
}
