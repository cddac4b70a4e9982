/** What the framework checks before a handler runs. Its words for a breach are the protocol's own. */
export const WITH_AUTHORIZATION = {
  headers: { type: "object", properties: { authorization: { type: "string" } }, required: ["authorization"] },
} as const;

/** Ten years: longer than anybody who is given a link is meant to have it. */
const MAX_LINK_SECONDS = 315_360_000;
export const EXPIRES_IN = { type: "integer", minimum: 1, maximum: MAX_LINK_SECONDS } as const;

export const PATHS = { type: "array", items: { type: "string" }, minItems: 1, maxItems: 1000 } as const;
