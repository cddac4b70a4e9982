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

/** A change leads back to the first page, except one of the columns, which changes no rows. */
export function useListState(): [ListState, (change: Partial<ListState>) => void] {
  const [params, changeParams] = useUrlParams();
  const change = useCallback(
    (changed: Partial<ListState>) =>
      changeParams((latest) =>
        writeListState({ ...readListState(latest), ...(!changed.columns && { page: 1 }), ...changed }),
      ),
    [changeParams],
  );
  return [readListState(params), change];
}
