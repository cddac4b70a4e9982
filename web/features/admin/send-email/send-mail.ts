import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callFunction } from "../../../backend/call-function.ts";
import { recipientsOf } from "./audience-query.ts";
import { campaignsKey } from "./campaigns.ts";
import type { RecipientGroup } from "./compose-state.ts";
import type { Draft } from "./draft.ts";
import { findSendTime } from "./send-time.ts";

export interface SendRequest {
  /** "users" are the holders of the plan; "myself" is a test mail to the admin. */
  readonly to: RecipientGroup;
  readonly draft: Draft;
  readonly files: readonly File[];
}

interface ConfirmedSendRequest extends SendRequest {
  readonly ownEmail: string;
  readonly superAdminPassword: string;
}

/** Sends the mail. Returns the campaign's id, or undefined for a test mail. */
async function sendMail({ to, draft, files, ownEmail, superAdminPassword }: ConfirmedSendRequest) {
  const { subject, body } = draft;
  const attachments = await Promise.all(files.map(readAttachment));
  if (to === "myself") {
    const mail = { to: ownEmail, subject, html: body, attachments, superAdminPassword };
    await callFunction("send-emails", mail);
    return undefined;
  }
  const { campaignId } = await callFunction<{ campaignId: string }>("send-campaign", {
    requestId: draft.requestId,
    ...recipientsOf(draft),
    sendAt: findSendTime(draft.sendAt)?.toISOString() ?? null,
    subject,
    body,
    attachments,
    superAdminPassword,
  });
  return campaignId;
}

export function useSendMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: sendMail,
    // Also after an error: the server may have started the campaign although its response was lost. The refetch is
    // not awaited, so that the dialog closes at once.
    onSettled: () => {
      queryClient.invalidateQueries({ queryKey: campaignsKey });
    },
  });
}

function readAttachment(file: File): Promise<{ filename: string; contentType: string; content: string }> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const content = String(reader.result).replace(/^[^,]*,/, "");
      resolve({ filename: file.name, contentType: file.type, content });
    };
    reader.onerror = () => reject(new Error(`${file.name} could not be read. Please attach it again.`));
    reader.readAsDataURL(file);
  });
}
