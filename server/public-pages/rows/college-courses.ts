import type { Query } from "../../postgres/database.ts";

/** A course of a college, with the closing ranks of General Merit, which show how it moved. */
export interface CollegeCourse {
  readonly id: number;
  readonly list: string;
  readonly key: string;
  readonly code: string | null;
  readonly name: string;
  readonly counts: SeatCounts | null;
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
      'snq', snq_seats, 'source', source
    )
    from public.seat_counts where seat_id = seat.id order by year desc limit 1
  ) as counts,
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
where seat.college_id = $1 and seat.is_published
order by seat.merit_list_id, course.name, course.key`;

export async function findCollegeCourses(query: Query, collegeId: number): Promise<CollegeCourse[]> {
  const { rows } = await query(COURSES, [collegeId]);
  return rows as unknown as CollegeCourse[];
}
