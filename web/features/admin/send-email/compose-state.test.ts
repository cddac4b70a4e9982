import { expect, test } from "vitest";
import { type ComposeEvent, composeReducer, INITIAL_COMPOSE_STATE } from "./compose-state.ts";

const map = new File(["bytes"], "map.png");
const attach: ComposeEvent = { type: "files-chosen", files: [map], refusals: ["letter.docx is empty."] };
const after = (...events: ComposeEvent[]) => events.reduce(composeReducer, INITIAL_COMPOSE_STATE);

test("a refusal to send stays until the draft is edited or a send is requested", () => {
  const refuse: ComposeEvent = { type: "send-refused", refusal: "Subject and body are required." };
  expect(after(refuse)).toMatchObject({ step: { name: "writing" }, refusal: refuse.refusal });
  expect(after(refuse, { type: "preview-opened" }, { type: "dialog-closed" }).refusal).toBe(refuse.refusal);
  for (const event of [{ type: "draft-edited" }, attach, { type: "send-requested", to: "users" }] as const)
    expect(after(refuse, event).refusal).toBeUndefined();
});

test.each(["users", "myself"] as const)("sending to %s asks for confirmation, and can be cancelled", (to) => {
  const confirming = after(attach, { type: "send-requested", to });
  expect(confirming.step).toEqual({ name: "confirming", to });
  expect(composeReducer(confirming, { type: "dialog-closed" })).toEqual(after(attach));
});

test("attachments that the server refuses lead back to writing, where the reason is shown", () => {
  const state = after(
    attach,
    { type: "send-requested", to: "users" },
    { type: "attachments-refused", refusal: "map.png is not a PDF, JPEG, PNG or GIF file." },
  );
  expect(state).toMatchObject({
    step: { name: "writing" },
    files: [map],
    attachmentRefusals: ["map.png is not a PDF, JPEG, PNG or GIF file."],
  });
});

test("a mail that is thrown away takes its attachments with it, and the started campaign stays in view", () => {
  const started: ComposeEvent = { type: "campaign-started", campaignId: "c-1" };
  expect(after(started, attach, { type: "thrown-away" })).toEqual(after(started));
});

test("a test mail keeps the attachments, and a started campaign clears them", () => {
  expect(after(attach, { type: "send-requested", to: "myself" }, { type: "test-sent" })).toEqual(
    after(attach),
  );
  expect(
    after(attach, { type: "send-requested", to: "users" }, { type: "campaign-started", campaignId: "c-1" }),
  ).toEqual({ ...INITIAL_COMPOSE_STATE, startedCampaignId: "c-1" });
});
