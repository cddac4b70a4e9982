import { cva, type VariantProps } from "class-variance-authority";
import { type ComponentProps, cloneElement, type MouseEvent, type ReactElement } from "react";
import { cn } from "./class-names.ts";

/** The classes of a button, which also suit an `<a>` that looks like one. */
export const buttonClasses = cva(
  [
    "relative inline-flex items-center justify-center gap-2 rounded-control border",
    "text-center font-semibold leading-tight select-none transition-colors duration-150",
    "disabled:text-muted aria-disabled:cursor-not-allowed [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        primary:
          "disabled:border-line disabled:bg-wash border-transparent bg-press text-on-press enabled:hover:bg-press-hover [a]:hover:bg-press-hover",
        secondary:
          "disabled:border-line disabled:bg-wash border-edge bg-card text-ink enabled:hover:bg-wash [a]:hover:bg-wash",
        // Quiet buttons have no border or background when disabled either, or they would look heavier than enabled.
        quiet: "border-transparent text-press enabled:hover:bg-press-wash [a]:hover:bg-press-wash",
        danger:
          "disabled:border-line disabled:bg-wash border-transparent bg-danger text-on-danger enabled:hover:bg-danger-hover [a]:hover:bg-danger-hover",
        highlight:
          "disabled:border-line disabled:bg-wash border-transparent bg-marigold text-on-marigold enabled:hover:brightness-95 [a]:hover:brightness-95",
      },
      size: {
        // A finger needs 44 pixels; a mouse does not.
        small: "min-h-11 min-w-11 px-3 py-1.5 text-sm pointer-fine:min-h-9 pointer-fine:min-w-9",
        default: "min-h-11 min-w-11 px-4 py-2",
        large: "min-h-13 px-6 py-3 text-lg",
      },
    },
    defaultVariants: { variant: "primary", size: "default" },
  },
);

type Props = ComponentProps<"button"> &
  VariantProps<typeof buttonClasses> & {
    busy?: boolean | undefined;
    /** The text while busy. The button is wide enough for it from the start. */
    busyText?: string | undefined;
    asChild?: boolean | undefined;
  };

const TEXT = "inline-flex items-center justify-center gap-2 [grid-area:1/1]";

/** A busy button keeps its size and the focus, and ignores clicks. */
export function Button(props: Props) {
  const { variant, size, busy = false, busyText, asChild = false, ...others } = props;
  const { className, children, onClick, ...rest } = others;
  const classes = cn(buttonClasses({ variant, size }), className);
  if (asChild) {
    // Radix's Slot would exceed the sign-in page's weight budget.
    const child = children as ReactElement<{ className?: string }>;
    return cloneElement(child, {
      ...rest,
      ...(onClick && { onClick }),
      className: cn(classes, child.props.className),
    } as object);
  }
  const ignore = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      type="button"
      className={classes}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : onClick}
      {...rest}
    >
      <span className="grid">
        <span className={cn(TEXT, busy && (busyText ? "invisible" : "opacity-0"))}>{children}</span>
        {(busy || busyText) && (
          <span className={cn(TEXT, !busy && "invisible")}>
            <span
              aria-hidden
              className={cn(
                "size-5 rounded-full border-2 border-x-current border-t-transparent border-b-current motion-reduce:animate-pulse",
                busy && "animate-spin",
              )}
            />
            {busyText}
          </span>
        )}
      </span>
    </button>
  );
}
