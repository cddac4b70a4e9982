import { ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import { sidebarPlanLabel } from "../../../domain/plans.ts";
import { useCurrentPlan } from "../../queries/current-plan.ts";
import { useOwnProfile } from "../../queries/own-profile.ts";
import { useUser } from "../../queries/user.ts";
import { cn } from "../../ui/class-names.ts";

const GUEST = { name: "Guest", email: "guest@example.com" };

interface AccountCardProps {
  readonly collapsed?: boolean;
  readonly onNavigate?: () => void;
}

/** The signed-in user, as a link to their account. */
export function AccountCard({ collapsed = false, onNavigate }: AccountCardProps) {
  const user = useUser();
  const { data: profile } = useOwnProfile();
  const { data: plan } = useCurrentPlan();
  const name = profile ? `${profile.firstName} ${profile.lastName}`.trim() : GUEST.name;
  const email = profile?.email || user.email || GUEST.email;
  return (
    <Link
      to="/account"
      onClick={onNavigate}
      // As high as with a plan, so that nothing moves when the plan is known.
      className={cn(
        "flex items-center gap-2 border-t p-2 hover:bg-wash",
        collapsed ? "min-h-11" : "min-h-18",
      )}
    >
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-press-wash font-semibold text-press text-sm"
      >
        {[...name][0]}
      </span>
      <div className={cn("min-w-0 self-start text-sm leading-relaxed", collapsed && "sr-only")}>
        <span className="sr-only">Your account and receipts:</span>
        <p className="truncate font-semibold">{name}</p>
        <p className="truncate text-muted text-xs">{email}</p>
        {plan && <p className="truncate text-press text-xs">{sidebarPlanLabel(plan)}</p>}
      </div>
      {!collapsed && <ShieldCheck aria-hidden className="ml-auto size-4 shrink-0 text-muted" />}
    </Link>
  );
}
