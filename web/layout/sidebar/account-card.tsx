import { shortPlanLabel } from "../../../domain/plans.ts";
import { useCurrentPlan } from "../../queries/current-plan.ts";
import { useOwnProfile } from "../../queries/own-profile.ts";
import { useUser } from "../../queries/user.ts";
import { cn } from "../../ui/class-names.ts";

const GUEST = { name: "Guest", email: "guest@example.com" };

export function AccountCard({ collapsed = false }: { collapsed?: boolean }) {
  const user = useUser();
  const { data: profile } = useOwnProfile();
  const { data: plan } = useCurrentPlan();
  const name = profile ? `${profile.firstName} ${profile.lastName}`.trim() : GUEST.name;
  const email = profile?.email || user.email || GUEST.email;
  return (
    <div className="flex items-center gap-2 border-t p-2">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-press-wash font-semibold text-press text-sm"
      >
        {[...name][0]}
      </span>
      <div className={cn("min-w-0 text-sm leading-relaxed", collapsed && "sr-only")}>
        <p className="truncate font-semibold">{name}</p>
        <p className="truncate text-muted text-xs">{email}</p>
        {plan && <p className="truncate text-press text-xs">{shortPlanLabel(plan)}</p>}
      </div>
    </div>
  );
}
