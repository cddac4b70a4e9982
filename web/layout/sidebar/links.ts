import {
  Bell,
  BookOpen,
  CalendarCheck,
  CalendarClock,
  CalendarDays,
  CreditCard,
  FileSearch,
  FolderOpen,
  GraduationCap,
  History,
  IndianRupee,
  KeyRound,
  List,
  LogOut,
  type LucideIcon,
  Mail,
  ShieldAlert,
  Sun,
  UserCheck,
  UserPen,
  Users,
  UsersRound,
} from "lucide-react";
import { LOG_OUT_PRESS } from "../log-out-press.ts";

export interface SidebarLink {
  readonly to: string;
  readonly text: string;
  readonly icon: LucideIcon;
  readonly state?: unknown;
}

export interface LinkGroup {
  readonly title: string;
  readonly links: readonly SidebarLink[];
}

export const MAIN: LinkGroup = {
  title: "Guidance",
  links: [
    { to: "/pricing", text: "Plans & Pricing", icon: IndianRupee },
    { to: "/application-guide", text: "Application Guide", icon: BookOpen },
    { to: "/notifications", text: "Notifications", icon: Bell },
    { to: "/book-slot", text: "Book Slot", icon: CalendarClock },
    { to: "/options", text: "Your Options", icon: List },
  ],
};

export const DOCUMENTS: LinkGroup = {
  title: "Documents",
  links: [{ to: "/documents", text: "Your Documents", icon: FolderOpen }],
};

export const ADMIN: LinkGroup = {
  title: "Admin",
  links: [
    { to: "/today", text: "Today", icon: Sun },
    { to: "/agenda", text: "Agenda", icon: CalendarDays },
    { to: "/students", text: "Students", icon: GraduationCap },
    { to: "/assign-plan", text: "Assign Plan", icon: UserCheck },
    { to: "/payments", text: "Payments", icon: CreditCard },
    { to: "/manage-plans", text: "Manage Plans", icon: IndianRupee },
    { to: "/send-notifications", text: "Send Notifications", icon: Mail },
    { to: "/admin-documents", text: "View Documents", icon: FileSearch },
    { to: "/cutoffs/manage", text: "Cut-off Lists", icon: List },
    { to: "/mentors", text: "Mentors", icon: Users },
    { to: "/team", text: "Team", icon: UsersRound },
    { to: "/audit-log", text: "Audit Log", icon: History },
    { to: "/security-events", text: "Security Events", icon: ShieldAlert },
  ],
};

/** The pages of admins that a colleague who sees students may open. */
export function colleagueLinks(rights: readonly string[]): LinkGroup {
  const mayTakePayments = rights.includes("take payments");
  const paths = mayTakePayments ? ["/students", "/payments"] : ["/students"];
  return { title: "Maarga", links: ADMIN.links.filter(({ to }) => paths.includes(to)) };
}

export const MENTOR: LinkGroup = {
  title: "Mentor",
  links: [
    { to: "/agenda", text: "Your Agenda", icon: CalendarDays },
    { to: "/availability", text: "Your Availability", icon: CalendarCheck },
  ],
};

export const ACCOUNT: LinkGroup = {
  title: "Account",
  links: [
    { to: "/reset-password", text: "Reset Password", icon: KeyRound },
    { to: "/update-profile", text: "Update Profile", icon: UserPen },
    { to: "/logout", text: "Sign Out", icon: LogOut, state: LOG_OUT_PRESS },
  ],
};
