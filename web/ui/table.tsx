import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";

/** Scrolls sideways on its own, even with the keyboard, so that the page never has to. */
export function Table({ label, className, ...rest }: ComponentProps<"table"> & { label: string }) {
  return (
    // biome-ignore-start lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section
      aria-label={label}
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-card"
    >
      <table aria-label={label} className={cn("w-full border-collapse text-left", className)} {...rest} />
    </section>
    // biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above
  );
}

export function TableHead({ className, ...rest }: ComponentProps<"thead">) {
  return <thead className={cn("border-b border-line bg-wash text-sm text-muted", className)} {...rest} />;
}

export function TableBody({ className, ...rest }: ComponentProps<"tbody">) {
  return <tbody className={cn("divide-y divide-line", className)} {...rest} />;
}

export function TableRow({ className, ...rest }: ComponentProps<"tr">) {
  return <tr className={cn("[tbody_&]:hover:bg-wash/60", className)} {...rest} />;
}

type Numeric = {
  /** Aligns digits in columns, to the right. */
  numeric?: boolean | undefined;
};

export function TableHeadCell({ numeric = false, className, ...rest }: ComponentProps<"th"> & Numeric) {
  return (
    <th
      scope="col"
      className={cn("h-11 px-4 font-medium whitespace-nowrap", numeric && "text-right", className)}
      {...rest}
    />
  );
}

export function TableCell({ numeric = false, className, ...rest }: ComponentProps<"td"> & Numeric) {
  return (
    <td
      className={cn("h-13 px-4 py-2", numeric && "tabular text-right whitespace-nowrap", className)}
      {...rest}
    />
  );
}

/** A row with one cell over the whole width: "Loading...", "No results." */
export function TableMessage({ columns, children }: { columns: number; children: string }) {
  return (
    <tr>
      <td colSpan={columns} className="h-28 px-4 text-center text-muted">
        {children}
      </td>
    </tr>
  );
}
