import type { ReactNode } from "react";
import { cn } from "./class-names.ts";
import { Icon } from "./icon.tsx";

const KINDS = {
  info: { shape: "info", box: "border-line bg-wash", icon: "text-press", role: undefined },
  good: { shape: "good", box: "border-press/40 bg-press-wash", icon: "text-press", role: "status" },
  warning: {
    shape: "warning",
    box: "border-marigold/60 bg-marigold-wash",
    icon: "text-marigold-ink",
    role: "status",
  },
  danger: { shape: "alert", box: "border-danger/40 bg-danger-wash", icon: "text-danger", role: "alert" },
} as const;

type Props = {
  kind: keyof typeof KINDS;
  title?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
};

/** A message in the page, which stays for as long as it applies. */
export function Notice({ kind, title, action, children, className }: Props) {
  const { shape, box, icon, role } = KINDS[kind];
  return (
    <div role={role} className={cn("flex gap-3 rounded-control border p-3 sm:p-4", box, className)}>
      <Icon shape={shape} className={cn("mt-0.5 size-5 shrink-0", icon)} />
      <div className="grid min-w-0 flex-1 gap-1 wrap-anywhere">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}
