import type { Message } from "../mail/message.ts";
import type { Query, Row } from "../postgres/database.ts";

export interface Content extends Row {
  readonly subject: string;
  readonly body: string;
  readonly attachments: NonNullable<Message["attachments"]>;
}

/** Keeps the content of the campaign that is being sent: its attachments may be large. */
export class CampaignContent {
  readonly #query: Query;
  #last: { readonly campaignId: string; readonly content: Content } | undefined;

  constructor(query: Query) {
    this.#query = query;
  }

  async load(campaignId: string): Promise<Content> {
    if (this.#last?.campaignId === campaignId) return this.#last.content;
    const { rows } = await this.#query<Content>("select * from private.campaign_content($1)", [campaignId]);
    const content = rows[0] as Content;
    this.#last = { campaignId, content };
    return content;
  }
}
