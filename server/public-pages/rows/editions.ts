import type { Query } from "../../postgres/database.ts";

/** A publication of a list. Those that a newer one has replaced stay readable. */
export interface Edition {
  readonly id: number;
  readonly year: number;
  readonly round: string;
  readonly region: string;
  readonly isCurrent: boolean;
  readonly isProvisional: boolean;
  readonly title: string;
  readonly sourceAddress: string | null;
  readonly sha256: string | null;
  readonly readOn: string;
  readonly publishedOn: string;
  readonly replacedOn: string | null;
  readonly ranks: number;
  readonly note: string | null;
}

const EDITIONS = `
select edition.id, round.year, round.round, list.region, edition.state = 'current' as "isCurrent",
  edition.is_provisional as "isProvisional", edition.title, edition.source_address as "sourceAddress",
  edition.source_sha256 as sha256, edition.read_on::text as "readOn",
  (edition.published_at at time zone 'Asia/Kolkata')::date::text as "publishedOn",
  (edition.replaced_at at time zone 'Asia/Kolkata')::date::text as "replacedOn", edition.ranks, edition.note
from public.cutoff_editions edition
  join public.cutoff_lists list on list.id = edition.list_id
  join public.cutoff_rounds round on round.id = list.round_id
where round.merit_list_id = $1 and edition.state in ('current', 'replaced')
order by round.year desc, round.position desc, round.round desc, list.region desc, edition.state, edition.id desc`;

/** The published and the replaced editions of a merit list, the newest round first. */
export async function findEditions(query: Query, meritListId: number): Promise<Edition[]> {
  const { rows } = await query(EDITIONS, [meritListId]);
  return rows as unknown as Edition[];
}

/** A rank of an edition, as a file has it. */
export type EditionRow = readonly [
  college: string,
  collegeName: string,
  course: string,
  courseName: string,
  category: string,
  rank: string,
  agree: number,
  differ: number,
  source: string,
];

const RANKS = `
select coalesce((
    select json_agg(json_build_array(
      college.code, college.name, course.key, course.name, category.code, figure.rank::text, figure.agree, figure.differ,
      source.words
    ) order by college.code, course.key, category.code)
    from public.closing_ranks figure
      join public.college_courses seat on seat.id = figure.seat_id
      join public.colleges college on college.id = seat.college_id
      join public.courses course on course.id = seat.course_id
      join public.cutoff_categories category on category.id = figure.category_id
      join public.cutoff_sources source on source.id = figure.source_id
    where figure.edition_id = edition.id
  ), '[]') as rows
from public.cutoff_editions edition
where edition.id = $1 and edition.state in ('current', 'replaced')`;

/** Undefined: there is no such edition, or it is not published. */
export async function findEditionRanks(query: Query, edition: number): Promise<EditionRow[] | undefined> {
  const { rows } = await query<{ rows: EditionRow[] }>(RANKS, [edition]);
  return rows[0]?.rows;
}
