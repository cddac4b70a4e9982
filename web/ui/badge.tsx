import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";

const badgeClasses = cva(
  "inline-flex w-fit items-center gap-1 rounded-full border px-2.5 py-0.5 text-sm font-medium whitespace-nowrap [&_svg]:size-3.5",
  {
    variants: {
      tone: {
        neutral: "border-line bg-wash text-muted",
        good: "border-press/30 bg-press-wash text-press",
        highlight: "border-marigold/60 bg-marigold-wash text-marigold-ink",
        danger: "border-danger/30 bg-danger-wash text-danger",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export function Badge({
  tone,
  className,
  ...rest
}: ComponentProps<"span"> & VariantProps<typeof badgeClasses>) {
  return <span className={cn(badgeClasses({ tone }), className)} {...rest} />;
}
