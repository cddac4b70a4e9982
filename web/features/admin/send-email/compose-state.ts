export type RecipientGroup = "users" | "myself";

/** The admin is either writing or in one of two dialogs. */
type ComposeStep =
  | { readonly name: "writing" }
  | { readonly name: "previewing" }
  | { readonly name: "confirming"; readonly to: RecipientGroup };

export interface ComposeState {
  readonly step: ComposeStep;
  /** The reason why the mail was not sent, shown until the draft changes. */
  readonly refusal: string | undefined;
  readonly files: readonly File[];
  /** The reasons why files were not attached. */
  readonly attachmentRefusals: readonly string[];
  /** The campaign started last on this screen. */
  readonly startedCampaignId: string | undefined;
}

export type ComposeEvent =
  | { readonly type: "draft-edited" }
  | { readonly type: "thrown-away" }
  | { readonly type: "files-chosen"; readonly files: readonly File[]; readonly refusals: readonly string[] }
  | { readonly type: "preview-opened" }
  | { readonly type: "send-refused"; readonly refusal: string }
  | { readonly type: "send-requested"; readonly to: RecipientGroup }
  | { readonly type: "attachments-refused"; readonly refusal: string }
  | { readonly type: "dialog-closed" }
  | { readonly type: "test-sent" }
  | { readonly type: "campaign-started"; readonly campaignId: string };

const WRITING = { name: "writing" } as const;

export const INITIAL_COMPOSE_STATE: ComposeState = {
  step: WRITING,
  refusal: undefined,
  files: [],
  attachmentRefusals: [],
  startedCampaignId: undefined,
};

export function composeReducer(state: ComposeState, event: ComposeEvent): ComposeState {
  switch (event.type) {
    case "draft-edited":
      return { ...state, refusal: undefined };
    case "thrown-away":
      return { ...INITIAL_COMPOSE_STATE, startedCampaignId: state.startedCampaignId };
    case "files-chosen":
      return { ...state, refusal: undefined, files: event.files, attachmentRefusals: event.refusals };
    case "preview-opened":
      return { ...state, step: { name: "previewing" } };
    case "send-refused":
      return { ...state, refusal: event.refusal };
    case "send-requested":
      return { ...state, refusal: undefined, step: { name: "confirming", to: event.to } };
    case "attachments-refused":
      return { ...state, step: WRITING, attachmentRefusals: [event.refusal] };
    case "dialog-closed":
    case "test-sent":
      return { ...state, step: WRITING };
    case "campaign-started":
      return { ...INITIAL_COMPOSE_STATE, startedCampaignId: event.campaignId };
  }
}
