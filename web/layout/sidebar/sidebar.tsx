import { useLocation } from "react-router";
import type { Settings } from "../../backend/settings.ts";
import { useAdminAccess } from "../../queries/admin-access.ts";
import { useColleagueAccess } from "../../queries/colleague-access.ts";
import { useMentorAccess } from "../../queries/mentor-access.ts";
import { Logo, LogoMark } from "../logo.tsx";
import { AccountCard } from "./account-card.tsx";
import { HelpLine } from "./help-line.tsx";
import { useHadRole } from "./known-role.ts";
import { ACCOUNT, ADMIN, colleagueLinks, DOCUMENTS, MAIN, MENTOR } from "./links.ts";
import { SidebarNav } from "./sidebar-nav.tsx";

interface SidebarProps {
  readonly collapsed?: boolean;
  readonly support: Settings["support"] | undefined;
  readonly onNavigate?: () => void;
}

export function Sidebar({ collapsed = false, support, onNavigate }: SidebarProps) {
  const { pathname } = useLocation();
  const { data: access, isError } = useAdminAccess();
  const { data: mentorAccess } = useMentorAccess();
  const { data: colleagueAccess } = useColleagueAccess();
  // Without the second step that they need, the links lead admins and mentors to it.
  const isAdmin = access && access !== "none";
  const isMentor = mentorAccess && (mentorAccess.is_mentor || mentorAccess.needs_two_step);
  const wasAdmin = useHadRole("admin", isAdmin);
  const wasMentor = useHadRole("mentor", isMentor);
  // Admin pages show the admin links at once, because adding them later would move the other links down.
  const isAdminPage = pathname !== "/agenda" && ADMIN.links.some(({ to }) => to === pathname);
  const groups = [
    MAIN,
    ...((isMentor ?? wasMentor) ? [MENTOR] : []),
    ...(!isAdmin && colleagueAccess?.rights.includes("see students")
      ? [colleagueLinks(colleagueAccess.rights)]
      : []),
    ...((isAdmin ?? (wasAdmin || (isAdminPage && !isError))) ? [ADMIN] : []),
    DOCUMENTS,
    ACCOUNT,
  ];
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
      <HelpLine collapsed={collapsed} support={support} />
      <AccountCard collapsed={collapsed} {...(onNavigate && { onNavigate })} />
    </>
  );
}
