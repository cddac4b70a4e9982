import type { Query } from "../../postgres/database.ts";

/** A published list with the closing ranks of one course of a college. */
export interface CourseList {
  readonly year: number;
  readonly round: string;
  readonly region: string;
  readonly isProvisional: boolean;
  readonly title: string;
  readonly sourceAddress: string | null;
  readonly sha256: string | null;
  readonly readOn: string;
  readonly figures: readonly Figure[];
}

export interface Figure {
  readonly category: string;
  readonly rank: number;
  /** The number of other copies with the same figure, and with another one. */
  readonly agree: number;
  readonly differ: number;
  readonly source: string;
}

const LISTS = `
select edition.year, edition.round, edition.region, edition.is_provisional as "isProvisional", edition.title,
  edition.source_address as "sourceAddress", edition.source_sha256 as sha256, edition.read_on::text as "readOn",
  json_agg(json_build_object(
    'category', category.code, 'rank', figure.rank, 'agree', figure.agree, 'differ', figure.differ,
    'source', source.words
  ) order by category.id) as figures
from public.closing_ranks figure
  join public.current_editions edition on edition.edition_id = figure.edition_id
  join public.cutoff_categories category on category.id = figure.category_id
  join public.cutoff_sources source on source.id = figure.source_id
where figure.seat_id = $1
group by edition.edition_id, edition.year, edition.round, edition.position, edition.region, edition.is_provisional,
  edition.title, edition.source_address, edition.source_sha256, edition.read_on
order by edition.year desc, edition.position, edition.round, edition.region desc`;

export async function findCourseLists(query: Query, seatId: number): Promise<CourseList[]> {
  const { rows } = await query(LISTS, [seatId]);
  return rows as unknown as CourseList[];
}
