import { useState } from "react";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { ROLE_NAMES } from "../../../../domain/roles.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { StudentLink } from "../../../layout/student-link.tsx";
import { useUser } from "../../../queries/user.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { useNow } from "../../../ui/use-now.ts";
import { InviteForm } from "./invite-form.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RightsTable } from "./rights-table.tsx";
import { type Colleague, type Invitation, type Team, useTeam, useWithdraw } from "./team.ts";

export const meta = () => [{ title: "Team · Maarga" }];

const TITLE = { title: "Team", text: "Your colleagues, what each may do, and invitations by mail." };

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

export default function TeamPage() {
  const team = useTeam();
  const [toRemove, setToRemove] = useState<Colleague>();
  return (
    <>
      <PageTitle {...TITLE} />
      <div className="grid grid-cols-1 gap-6">
        <InviteForm />
        {team.data ? (
          <Lists team={team.data} onRemove={setToRemove} />
        ) : team.error ? (
          <LoadFailed onRetry={team.refetch} busy={team.isFetching} />
        ) : (
          <Skeleton className="h-60" />
        )}
      </div>
      {toRemove && <RemoveDialog colleague={toRemove} onClose={() => setToRemove(undefined)} />}
    </>
  );
}

function Lists({ team, onRemove }: { team: Team; onRemove: (colleague: Colleague) => void }) {
  const { colleagues, invitations, rights } = team;
  const admins = colleagues.filter(({ role }) => role === "admin").length;
  return (
    <>
      {invitations.length > 0 && (
        <Card className="grid gap-2">
          <h2 className="text-xl">Invitations that wait</h2>
          <ul className="divide-y">
            {invitations.map((invitation) => (
              <InvitationItem key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </Card>
      )}
      <Card className="grid gap-2">
        <h2 className="text-xl">Colleagues</h2>
        <ul className="divide-y">
          {colleagues.map((colleague) => (
            <ColleagueItem
              key={`${colleague.role} ${colleague.userId}`}
              colleague={colleague}
              isLastAdmin={colleague.role === "admin" && admins === 1}
              onRemove={() => onRemove(colleague)}
            />
          ))}
        </ul>
      </Card>
      <div className="grid grid-cols-1 gap-3">
        <h2 className="text-xl">Who may do what</h2>
        <RightsTable rights={rights} />
      </div>
    </>
  );
}

const ITEM = "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3";

interface ColleagueItemProps {
  readonly colleague: Colleague;
  readonly isLastAdmin: boolean;
  readonly onRemove: () => void;
}

function ColleagueItem({ colleague, isLastAdmin, onRemove }: ColleagueItemProps) {
  const { userId, name, email, role, grantedAt, grantedBy, lastSeenAt } = colleague;
  const user = useUser();
  return (
    <li className={ITEM}>
      <div className="min-w-0 grow basis-60">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-3">
          <StudentLink id={userId}>{name ?? email}</StudentLink> <Badge>{ROLE_NAMES[role]}</Badge>
          {userId === user.id && <Badge tone="highlight">You</Badge>}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {name && `${email}. `}Since {formatInstant(grantedAt)}, by {grantedBy}.{" "}
          {lastSeenAt ? `Last seen ${formatInstant(lastSeenAt)}.` : "Never seen."}
        </p>
      </div>
      {isLastAdmin ? (
        <p className="text-muted text-sm">The last admin cannot be removed.</p>
      ) : (
        <Button
          size="small"
          variant="secondary"
          aria-label={`Remove ${email} as ${ROLE_NAMES[role]}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </li>
  );
}

function InvitationItem({ invitation }: { invitation: Invitation }) {
  const { id, email, role, inviter, expiresAt } = invitation;
  const withdraw = useWithdraw();
  const now = useNow();
  const confirm = () =>
    withdraw.mutate(id, {
      onSuccess: () => toast.success(`The invitation of ${email} is withdrawn.`),
      onError: (error) =>
        toast.error(refusalText(error, "The invitation was not withdrawn. Please try again.")),
    });
  return (
    <li className={ITEM}>
      <div className="min-w-0">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-3">
          {email} <Badge>{ROLE_NAMES[role]}</Badge>{" "}
          {expiresAt <= now && <Badge tone="highlight">Expired</Badge>}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          By {inviter}, works until {formatInstant(expiresAt)}.
        </p>
      </div>
      <Button
        size="small"
        variant="secondary"
        busy={withdraw.isPending}
        aria-label={`Withdraw the invitation of ${email}`}
        onClick={confirm}
      >
        Withdraw
      </Button>
    </li>
  );
}
