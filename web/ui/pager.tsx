import { Button } from "./button.tsx";
import { SelectField } from "./field.tsx";
import { TABLE_PAGE_SIZES } from "./paging.ts";

interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  /** Undefined while loading. */
  readonly total: number | undefined;
  /** If false, there are more rows than the total. */
  readonly isExact?: boolean | undefined;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (size: number) => void;
}

export function Pager({ page, pageSize, total, isExact = true, onPage, onPageSize }: PagerProps) {
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / pageSize));
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <SelectField
        label="Rows per page"
        className="w-36"
        value={String(pageSize)}
        options={TABLE_PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(event) => onPageSize(Number(event.target.value))}
      />
      <div className="flex flex-wrap items-center gap-3">
        <p className="tabular" aria-live="polite">
          {pages === undefined ? `Page ${page}` : `Page ${page} of ${pages}${isExact ? "" : "+"}`}
        </p>
        <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button
          variant="secondary"
          disabled={pages === undefined || page >= pages}
          onClick={() => onPage(page + 1)}
        >
          Next
        </Button>
      </div>
    </div>
  );
}
