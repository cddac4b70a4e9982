import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../../ui/button.tsx";
import type { Campaign } from "./campaigns.ts";
import { isOwnText, keepDraft, newDraft, readDraft } from "./draft.ts";
import { ReplaceDialog } from "./replace-dialog.tsx";

/** The same mail to the holders of another plan. */
export function UseAgain({ campaign: { subject, body } }: { campaign: Campaign }) {
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  const use = () => {
    keepDraft({ ...newDraft(), subject, body });
    navigate("/send-notifications");
  };
  return (
    <>
      <Button variant="secondary" onClick={() => (isOwnText(readDraft()) ? setIsAsked(true) : use())}>
        Use this text again
      </Button>
      <ReplaceDialog by={isAsked ? subject : undefined} onReplace={use} onClose={() => setIsAsked(false)} />
    </>
  );
}
