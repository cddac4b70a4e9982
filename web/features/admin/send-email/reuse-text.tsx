import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../../ui/button.tsx";
import type { Campaign } from "./campaigns.ts";
import { hasOwnText, loadDraft, newDraft, saveDraft } from "./draft.ts";
import { ReplaceDialog } from "./replace-dialog.tsx";

/** Starts a new draft with the text of an earlier campaign, for another plan. */
export function ReuseText({ campaign: { subject, body } }: { campaign: Campaign }) {
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const reuse = () => {
    saveDraft({ ...newDraft(), subject, body });
    navigate("/send-notifications");
  };
  return (
    <>
      <Button variant="secondary" onClick={() => (hasOwnText(loadDraft()) ? setIsConfirming(true) : reuse())}>
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
