import { useState } from "react";
import { useNavigate } from "react-router";
import { useUser } from "../../../queries/user.ts";
import { Button } from "../../../ui/button.tsx";
import type { Campaign } from "./campaigns.ts";
import { hasOwnText, keepText, useKeptText } from "./draft.ts";
import { ReplaceDialog } from "./replace-dialog.tsx";

/** Starts a new draft with the text of an earlier campaign, for another plan. */
export function ReuseText({ campaign: { subject, body } }: { campaign: Campaign }) {
  const { id } = useUser();
  const kept = useKeptText();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const reuse = () => {
    keepText(id, { subject, body });
    navigate("/send-notifications");
  };
  return (
    <>
      <Button variant="secondary" onClick={() => (hasOwnText(kept) ? setIsConfirming(true) : reuse())}>
        Use this text again
      </Button>
      <ReplaceDialog
        replacement={isConfirming ? subject : undefined}
        onReplace={reuse}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}
