import { Link, useSearchParams } from "react-router";
import { formatInstant } from "../../../domain/kolkata-time.ts";
import { HOME_PAGES, ROLE_NAMES } from "../../../domain/roles.ts";
import { refusalText } from "../../backend/refusal-text.ts";
import { openDocument } from "../../layout/hand-over.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Invitation, useAccept, useInvitation } from "./invitation.ts";

export const meta = () => [{ title: "Invitation · Maarga" }];

const TITLE = { title: "Invitation", text: "To work on Maarga." };

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

/** The page behind the link of an invitation. Opening it changes nothing. */
export default function JoinPage() {
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const invitation = useInvitation(token);
  return (
    <div className="max-w-xl">
      <PageTitle {...TITLE} />
      {invitation.data ? (
        <Answer invitation={invitation.data} token={token} />
      ) : invitation.error ? (
        <LoadFailed onRetry={invitation.refetch} busy={invitation.isFetching} />
      ) : invitation.isPending ? (
        <Skeleton className="h-40" />
      ) : (
        <Notice kind="warning" title="This link does not work any more.">
          The invitation was accepted, withdrawn or replaced by a newer one, or it has expired. Ask for a new
          one.
        </Notice>
      )}
    </div>
  );
}

function Answer({ invitation, token }: { invitation: Invitation; token: string }) {
  const { email, role, inviter, expiresAt, isForCaller } = invitation;
  const accept = useAccept();
  const confirm = () =>
    accept.mutate(token, {
      // A new document, because the links and guards of this one know the rights of before.
      onSuccess: () =>
        openDocument(HOME_PAGES[role], undefined, [
          { kind: "success", text: `Welcome. You have the rights of ${ROLE_NAMES[role]} now.` },
        ]),
    });
  if (!isForCaller)
    return (
      <Notice
        kind="warning"
        title="This invitation is for another address."
        action={
          <Link to="/logout" className={buttonClasses({ variant: "secondary" })}>
            Log out
          </Link>
        }
      >
        Log in with {email}, and open the link again.
      </Notice>
    );
  return (
    <Card className="grid gap-4">
      <p className="wrap-anywhere">
        {inviter} invites you as <strong>{ROLE_NAMES[role]}</strong>. The link works until{" "}
        {formatInstant(expiresAt)}.
      </p>
      {accept.error && (
        <Notice kind="danger">{refusalText(accept.error, "Not accepted. Please try again.")}</Notice>
      )}
      <Button busy={accept.isPending} onClick={confirm} className="justify-self-start">
        Accept
      </Button>
    </Card>
  );
}
