import { useReducer } from "react";
import { findMailRefusal } from "../../../../domain/audience.ts";
import { useUser } from "../../../queries/user.ts";
import { toast } from "../../../ui/toast.ts";
import { useAudience } from "./audience-query.ts";
import { composeReducer, INITIAL_COMPOSE_STATE, type RecipientGroup } from "./compose-state.ts";
import { type ChangeDraft, useMailDraft } from "./draft.ts";
import { findPlaceholders } from "./placeholders.ts";
import { useSendMail } from "./send-mail.ts";
import { findSendTimeRefusal } from "./send-time.ts";

/** Owns the mail that is being written: its draft, its attachments and the current step. */
export function useCompose(onStarted: (campaignId: string) => void) {
  const { email: ownEmail = "" } = useUser();
  const { draft, change: changeDraft, restart, kept } = useMailDraft();
  const [state, dispatch] = useReducer(composeReducer, INITIAL_COMPOSE_STATE);
  const audience = useAudience(draft);
  const sendMail = useSendMail();
  const { subject, body } = draft;
  const recipientCount = audience.data?.will_get;

  const editDraft: ChangeDraft = (changes) => {
    dispatch({ type: "draft-edited" });
    changeDraft(changes);
  };
  return {
    draft,
    kept,
    ...state,
    /** The names of files that were attached before a reload and must be attached again. */
    lostAttachments: state.files.length === 0 ? draft.attached : [],
    placeholders: findPlaceholders(`${subject}\n${body}`),
    ownEmail,
    audience,
    recipientCount,
    sendMail,
    editDraft,
    chooseFiles: (files: readonly File[], refusals: readonly string[]) => {
      dispatch({ type: "files-chosen", files, refusals });
      changeDraft({ attached: files.map(({ name }) => name) });
    },
    throwAway: () => {
      dispatch({ type: "thrown-away" });
      restart();
    },
    openPreview: () => dispatch({ type: "preview-opened" }),
    requestSend: (to: RecipientGroup) => {
      // If the count is not known yet, the server checks whether there are any recipients.
      const recipients = to === "users" ? (recipientCount ?? 1) : 1;
      const refusal =
        findMailRefusal({ subject, body, recipients }) ??
        (to === "users" ? findSendTimeRefusal(draft.sendAt, new Date()) : undefined);
      if (!refusal) return dispatch({ type: "send-requested", to });
      dispatch({ type: "send-refused", refusal });
      toast.error(refusal, { id: "refusal" });
    },
    refuseAttachments: (refusal: string) => dispatch({ type: "attachments-refused", refusal }),
    closeDialog: () => dispatch({ type: "dialog-closed" }),
    completeTest: () => {
      dispatch({ type: "test-sent" });
      toast.success("Test email sent to your address!");
    },
    completeSend: (campaignId: string) => {
      dispatch({ type: "campaign-started", campaignId });
      restart();
      onStarted(campaignId);
    },
  };
}
