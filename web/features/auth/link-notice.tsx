import type { ReactNode } from "react";
import type { LinkOutcome } from "../../backend/exchange-code.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/** Tells why the link in a confirmation mail did not log in. */
export function LinkNotice({ link, newLink }: { link: LinkOutcome; newLink: ReactNode }) {
  if (link === "refused")
    return (
      <Notice kind="warning" title="This link has expired or was used before." action={newLink}>
        If you have confirmed your address already, just log in. If not, request a new link.
      </Notice>
    );
  return (
    <Notice
      kind="danger"
      title="We could not reach Maarga."
      action={<Button onClick={() => location.reload()}>Try again</Button>}
    >
      Your link still works. Check your connection and try again.
    </Notice>
  );
}
