import { useCallback } from "react";
import { DEFAULT_PERSON_SORT, findPersonColumns, PERSON_SORTS } from "../../../../domain/student-columns.ts";
import { readStudentFilter, type StudentFilter } from "../../../../domain/student-filter.ts";
import { DEFAULT_TABLE_PAGE_SIZE, TABLE_PAGE_SIZES } from "../../../ui/paging.ts";
import { useUrlParams } from "../../../ui/url-params.ts";

export interface ListState {
  readonly filter: StudentFilter;
  readonly columns: readonly string[];
  readonly sort: string;
  readonly page: number;
  readonly pageSize: number;
}

const FIRST_COLUMNS = findPersonColumns([]).map(({ id }) => id);

/** The list's state is kept in the URL, so that a reload or a shared link shows the same rows. */
export function readListState(params: URLSearchParams): ListState {
  const page = Number(params.get("page"));
  const size = Number(params.get("size"));
  const sort = params.get("sort") ?? "";
  return {
    filter: readFilter(params.get("filter")),
    columns: findPersonColumns(params.get("columns")?.split(",") ?? []).map(({ id }) => id),
    sort: PERSON_SORTS.includes(sort) ? sort : DEFAULT_PERSON_SORT,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: TABLE_PAGE_SIZES.includes(size) ? size : DEFAULT_TABLE_PAGE_SIZE,
  };
}

export function writeListState({ filter, columns, sort, page, pageSize }: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (Object.keys(filter).length > 0) params.set("filter", JSON.stringify(filter));
  if (String(columns) !== String(FIRST_COLUMNS)) params.set("columns", columns.join(","));
  if (sort !== DEFAULT_PERSON_SORT) params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  if (pageSize !== DEFAULT_TABLE_PAGE_SIZE) params.set("size", String(pageSize));
  return params;
}

function readFilter(text: string | null): StudentFilter {
  if (!text) return {};
  try {
    return readStudentFilter(JSON.parse(text));
  } catch {
    return {}; // the address was cut or typed by hand
  }
}

/** Edits the latest filter, which an earlier change may have made since the last render. */
export type ChangeFilter = (edit: (latest: StudentFilter) => StudentFilter) => void;

/** A change, or a function of the latest state for a change that may come late, such as that of a search. */
type Change = Partial<ListState> | ((latest: ListState) => Partial<ListState>);

/**
 * A change leads back to the first page, except one of the columns, which changes no rows. Only another page begins at the
 * top: the filters are longer than the screen of a phone.
 */
export function useListState(): [ListState, (change: Change) => void] {
  const [params, changeParams] = useUrlParams();
  const change = useCallback(
    (asked: Change) =>
      changeParams(
        (params) => {
          const latest = readListState(params);
          const changed = typeof asked === "function" ? asked(latest) : asked;
          return writeListState({ ...latest, ...(!changed.columns && { page: 1 }), ...changed });
        },
        { keepsPosition: typeof asked === "function" || asked.page === undefined },
      ),
    [changeParams],
  );
  return [readListState(params), change];
}
