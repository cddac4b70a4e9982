import { DOCUMENT_LINK_SECONDS } from "../../domain/documents.ts";

/** What the framework checks before a handler runs. Its words for a breach are the protocol's own. */
export const WITH_AUTHORIZATION = {
  headers: { type: "object", properties: { authorization: { type: "string" } }, required: ["authorization"] },
} as const;

/** No longer than the screens ask for: a link stays good when the right of whoever made it is taken away. */
export const EXPIRES_IN = { type: "integer", minimum: 1, maximum: DOCUMENT_LINK_SECONDS } as const;

export const PATHS = { type: "array", items: { type: "string" }, minItems: 1, maxItems: 1000 } as const;
