import { useCallback, useEffect } from "react";
import { useSearchParams } from "react-router";

export const TABLE_PAGE_SIZES: readonly number[] = [10, 20, 30, 40, 50];
export const DEFAULT_TABLE_PAGE_SIZE = 10;

/** What a list shows stands in the address: a reload or a shared link shows the same. A change leads to its first page. */
export function usePaging() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changed: Readonly<Record<string, string | number>>) =>
      setParams(
        (was) => {
          for (const [name, value] of Object.entries({ page: 1, ...changed })) was.set(name, String(value));
          return was;
        },
        { replace: true },
      ),
    [setParams],
  );
  const page = Number(params.get("page"));
  const size = Number(params.get("size"));
  const shown = {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: TABLE_PAGE_SIZES.includes(size) ? size : DEFAULT_TABLE_PAGE_SIZE,
  };
  return {
    ...shown,
    params,
    change,
    /** What a pager needs to know, once there are rows; each says how many there are in all. */
    pager: (rows: readonly { readonly total: number }[] | undefined) => ({
      ...shown,
      total: rows && (rows[0]?.total ?? 0),
      onPage: (to: number) => change({ page: to }),
      onPageSize: (size: number) => change({ size }),
    }),
  };
}

/** A shared link may point behind the last page. */
export function useReturnToFirstPage(
  rows: readonly unknown[] | undefined,
  paging: ReturnType<typeof usePaging>,
): void {
  const { page, change } = paging;
  const isPastTheEnd = rows?.length === 0 && page > 1;
  useEffect(() => {
    if (isPastTheEnd) change({ page: 1 });
  }, [isPastTheEnd, change]);
}
