import { useUser } from "../../queries/user.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { useChangeEmail } from "./email-change.ts";

/** Shows a change of the address that is not confirmed yet. */
export function PendingEmail() {
  const { email = "", new_email: pending } = useUser();
  const resend = useChangeEmail();
  const cancel = useChangeEmail();
  if (!pending) return null;
  const isBusy = resend.isPending || cancel.isPending;
  const onError = (error: Error) => toast.error(error.message, { id: "email-change" });
  const action = (
    <>
      <Button
        size="small"
        variant="secondary"
        busy={resend.isPending}
        disabled={isBusy}
        onClick={() =>
          resend.mutate(
            { email: pending },
            { onSuccess: () => toast.success("The mails were sent again."), onError },
          )
        }
      >
        Send the mails again
      </Button>
      <Button
        size="small"
        variant="quiet"
        busy={cancel.isPending}
        disabled={isBusy}
        onClick={() =>
          cancel.mutate(
            { email },
            { onSuccess: () => toast.success("Your address stays as it is."), onError },
          )
        }
      >
        Cancel the change
      </Button>
    </>
  );
  return (
    <Notice
      kind="warning"
      title={`${pending} is not confirmed yet`}
      action={action}
      className="sm:col-span-2"
    >
      We sent a mail to both addresses. Open the link in each of them. Until then you log in with {email}, and
      our emails go there.
    </Notice>
  );
}
