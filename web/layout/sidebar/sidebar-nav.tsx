import { NavLink } from "react-router";
import { cn } from "../../ui/class-names.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { LinkGroup, SidebarLink } from "./links.ts";

interface SidebarNavProps {
  readonly groups: readonly LinkGroup[];
  /** Shows only icons, with tooltips. */
  readonly collapsed?: boolean;
  readonly onNavigate?: () => void;
}

export function SidebarNav({ groups, collapsed = false, onNavigate }: SidebarNavProps) {
  return (
    <nav
      aria-label="Main"
      // A collapsed sidebar must not clip its tooltips.
      className={cn("flex flex-1 flex-col gap-4 p-2", !collapsed && "overflow-y-auto overflow-x-hidden")}
    >
      {groups.map(({ title, links }) => (
        <section key={title} aria-label={title}>
          <h2
            className={cn(
              "font-text text-muted text-xs tracking-normal",
              collapsed ? "sr-only" : "px-2 pb-1",
            )}
          >
            {title}
          </h2>
          <ul className="grid gap-0.5">
            {links.map((link) => (
              <li key={link.to}>
                <Link {...link} collapsed={collapsed} {...(onNavigate && { onNavigate })} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

interface LinkProps extends SidebarLink {
  readonly collapsed: boolean;
  readonly onNavigate?: () => void;
}

function Link({ to, text, icon: Icon, state, collapsed, onNavigate }: LinkProps) {
  const link = (
    <NavLink
      to={to}
      state={state}
      onClick={onNavigate}
      aria-label={collapsed ? text : undefined}
      className={({ isActive }) =>
        cn(
          "flex min-h-11 items-center gap-3 rounded-control px-2 text-sm md:min-h-9",
          isActive ? "bg-press-wash font-semibold text-press" : "text-ink hover:bg-wash",
        )
      }
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {!collapsed && <span className="truncate">{text}</span>}
    </NavLink>
  );
  return collapsed ? (
    <Tooltip text={text} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
