import type { Query } from "../../postgres/database.ts";

export interface College {
  readonly id: number;
  readonly space: "KEA" | "COMEDK";
  readonly code: string;
  readonly name: string;
  readonly place: string | null;
  readonly district: string | null;
  readonly isDistrictConfirmed: boolean;
  readonly kind: string | null;
  readonly isKindConfirmed: boolean;
  readonly cetShare: number | null;
  readonly isAutonomous: boolean;
  readonly note: string | null;
  /** The codes of its merit lists. */
  readonly lists: readonly string[];
  readonly seats: number;
}

export interface MeritList {
  readonly id: number;
  readonly code: string;
  readonly exam: string;
  readonly name: string;
}

/** A round with its published lists, the newest first. */
export interface Round {
  readonly list: string;
  readonly year: number;
  readonly round: string;
  readonly isProvisional: boolean;
}

interface Course {
  readonly list: string;
  readonly key: string;
  readonly name: string;
}

export interface Category {
  readonly code: string;
  readonly meaning: string | null;
}

interface KindFee {
  readonly year: number;
  readonly kind: string;
  readonly amount: number;
  readonly source: string;
}

/** All that pages need of the colleges and lists together: about 1,700 short rows, which are kept in memory. */
export interface Directory {
  readonly version: number;
  readonly changedAt: string;
  readonly colleges: readonly College[];
  readonly lists: readonly MeritList[];
  readonly rounds: readonly Round[];
  readonly courses: readonly Course[];
  readonly categories: readonly Category[];
  readonly kindFees: readonly KindFee[];
}

/** A single statement, so that all rows are of one version. */
const DIRECTORY = `
select json_build_object(
  'version', version.version,
  'changedAt', version.changed_at,
  'colleges', coalesce((
    select json_agg(json_build_object(
      'id', id, 'space', code_space, 'code', code, 'name', name, 'place', place, 'district', district,
      'isDistrictConfirmed', is_district_confirmed, 'kind', kind, 'isKindConfirmed', is_kind_confirmed,
      'cetShare', cet_share_percent, 'isAutonomous', is_autonomous, 'note', note, 'lists', lists, 'seats', seats
    ) order by lower(name), code_space, code)
    from public.colleges
      join (
        select college_id, count(*) as seats, json_agg(distinct merit_lists.code) as lists
        from public.college_courses join public.merit_lists on merit_lists.id = merit_list_id
        where is_published group by college_id
      ) offered on offered.college_id = colleges.id
  ), '[]'),
  'lists', coalesce((
    select json_agg(json_build_object('id', id, 'code', code, 'exam', exam, 'name', name) order by id)
    from public.merit_lists where id in (select merit_list_id from public.current_editions)
  ), '[]'),
  'rounds', coalesce((
    select json_agg(json_build_object(
      'list', merit_list, 'year', year, 'round', round, 'isProvisional', is_provisional
    ) order by year desc, position desc, round desc)
    from (
      select merit_list, year, round, position, bool_or(is_provisional) as is_provisional
      from public.current_editions group by merit_list, year, round, position
    ) rounds
  ), '[]'),
  'courses', coalesce((
    select json_agg(json_build_object('list', merit_lists.code, 'key', key, 'name', courses.name) order by courses.id)
    from public.courses join public.merit_lists on merit_lists.id = merit_list_id
  ), '[]'),
  'categories', coalesce((
    select json_agg(json_build_object('code', code, 'meaning', meaning) order by id)
    from public.cutoff_categories
  ), '[]'),
  'kindFees', coalesce((
    select json_agg(json_build_object(
      'year', year, 'kind', college_kind, 'amount', amount_general, 'source', source
    ) order by amount_general)
    from public.kind_fees
    where course_group = 'Engineering / Architecture' and year = (select max(year) from public.kind_fees)
  ), '[]')
) as directory
from public.cutoff_version version`;

export async function loadDirectory(query: Query): Promise<Directory> {
  const { rows } = await query<{ directory: Directory }>(DIRECTORY);
  return rows[0]?.directory as Directory;
}

export const addressOf = ({ space, code }: Pick<College, "space" | "code">): string =>
  `/colleges/${space.toLowerCase()}/${code}`;
