import { useLocation } from "react-router";
import { useAdminAccess } from "../../queries/admin-access.ts";
import { Logo, LogoMark } from "../logo.tsx";
import { AccountCard } from "./account-card.tsx";
import { HelpLine } from "./help-line.tsx";
import { ACCOUNT, ADMIN, DOCUMENTS, MAIN } from "./links.ts";
import { SidebarNav } from "./sidebar-nav.tsx";

interface SidebarProps {
  readonly collapsed?: boolean;
  readonly onNavigate?: () => void;
}

export function Sidebar({ collapsed = false, onNavigate }: SidebarProps) {
  const { pathname } = useLocation();
  // Admin pages show the admin links at once, because adding them later would move the other links down.
  const isAdminPage = ADMIN.links.some(({ to }) => to === pathname);
  const { data: adminAccess = isAdminPage ? "granted" : "none" } = useAdminAccess();
  // Without the second step that they need, the links lead admins to it.
  const groups = [MAIN, ...(adminAccess === "none" ? [] : [ADMIN]), DOCUMENTS, ACCOUNT];
  return (
    <>
      <div className="flex h-14 shrink-0 items-center px-2">
        {/* biome-ignore lint/a11y/useValidAnchor: the brand leads to the top of the page */}
        <a
          href="#"
          aria-label="Maarga"
          onClick={(event) => {
            // The link itself would add an entry to the history.
            event.preventDefault();
            window.scrollTo({ top: 0 });
            onNavigate?.();
          }}
          className="flex min-h-11 items-center rounded-control md:min-h-9"
        >
          {collapsed ? <LogoMark className="size-8" /> : <Logo />}
        </a>
      </div>
      <SidebarNav groups={groups} collapsed={collapsed} {...(onNavigate && { onNavigate })} />
      <HelpLine collapsed={collapsed} />
      <AccountCard collapsed={collapsed} {...(onNavigate && { onNavigate })} />
    </>
  );
}
