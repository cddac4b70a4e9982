import { useCallback } from "react";
import type { StudentsQuery } from "../../../queries/list-students.ts";
import { DEFAULT_TABLE_PAGE_SIZE, TABLE_PAGE_SIZES } from "../../../ui/paging.ts";
import { useUrlParams } from "../../../ui/url-params.ts";
import { COLUMNS } from "./columns.ts";

export const STATUSES = ["all", "Active", "Inactive", "None"] as const;

interface TableState extends StudentsQuery {
  readonly hidden: readonly string[];
}

const SORTS = ["created_at", "name", "email"].flatMap((column) => [`${column}.asc`, `${column}.desc`]);
const DEFAULT_SORT = "created_at.desc";

/** The table's state is kept in the URL, so that a reload or a shared link shows the same rows. */
export function readTableState(params: URLSearchParams): TableState {
  const page = Number(params.get("page"));
  const size = Number(params.get("size"));
  const sort = params.get("sort") ?? "";
  const hide = params.get("hide")?.split(",") ?? [];
  return {
    search: params.get("search") ?? "",
    status: STATUSES.find((status) => status === params.get("status")) ?? "all",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: TABLE_PAGE_SIZES.includes(size) ? size : DEFAULT_TABLE_PAGE_SIZE,
    sort: SORTS.includes(sort) ? sort : DEFAULT_SORT,
    hidden: COLUMNS.map(({ id }) => id).filter((id) => hide.includes(id)),
  };
}

export function writeTableState(state: TableState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.search) params.set("search", state.search);
  if (state.status !== "all") params.set("status", state.status);
  if (state.page > 1) params.set("page", String(state.page));
  if (state.pageSize !== DEFAULT_TABLE_PAGE_SIZE) params.set("size", String(state.pageSize));
  if (state.sort !== DEFAULT_SORT) params.set("sort", state.sort);
  if (state.hidden.length > 0) params.set("hide", state.hidden.join(","));
  return params;
}

type ChangeTable = (change: Partial<TableState>) => void;

/** A change of filter, order or page size leads back to the first page. Hiding a column does not. */
export function useTableState(): [TableState, ChangeTable] {
  const [params, changeParams] = useUrlParams();
  const change = useCallback<ChangeTable>(
    (changed) =>
      changeParams((latest) =>
        writeTableState({ ...readTableState(latest), ...(!changed.hidden && { page: 1 }), ...changed }),
      ),
    [changeParams],
  );
  return [readTableState(params), change];
}
