import { useCallback, useEffect } from "react";
import { useUrlParams } from "./url-params.ts";

export const TABLE_PAGE_SIZES: readonly number[] = [10, 20, 30, 40, 50];
export const DEFAULT_TABLE_PAGE_SIZE = 10;

/** Keeps the state of a list in the URL, so that a reload or a shared link shows the same. A change leads to page 1. */
export function usePaging() {
  const [params, changeParams] = useUrlParams();
  const change = useCallback(
    (changes: Readonly<Record<string, string | number>>) =>
      changeParams((latest) => {
        for (const [name, value] of Object.entries({ page: 1, ...changes })) latest.set(name, String(value));
        return latest;
      }),
    [changeParams],
  );
  const page = Number(params.get("page"));
  const size = Number(params.get("size"));
  const current = {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: TABLE_PAGE_SIZES.includes(size) ? size : DEFAULT_TABLE_PAGE_SIZE,
  };
  return {
    ...current,
    params,
    change,
    /** The props of the Pager. Every row carries the total number of rows. */
    pager: (rows: readonly { readonly total: number }[] | undefined) => ({
      ...current,
      total: rows && (rows[0]?.total ?? 0),
      onPage: (to: number) => change({ page: to }),
      onPageSize: (size: number) => change({ size }),
    }),
  };
}

/** Returns to page 1 from a shared link that points past the last page. */
export function useReturnToFirstPage(
  rows: readonly unknown[] | undefined,
  paging: ReturnType<typeof usePaging>,
): void {
  const { page, change } = paging;
  const isPastLastPage = rows?.length === 0 && page > 1;
  useEffect(() => {
    if (isPastLastPage) change({ page: 1 });
  }, [isPastLastPage, change]);
}
