import { convertLineBreaks, htmlToText, isHtml } from "./html-to-text.ts";
import { addUnsubscribeLink, type MailFooter, type RenderedMail, renderMail } from "./mail-template.ts";

export interface CampaignMail {
  readonly subject: string;
  /** Plain text, an HTML fragment, or a whole HTML page, which is not wrapped in our template. */
  readonly body: string;
  readonly unsubscribeUrl?: string;
}

export type RenderCampaignMail = (mail: CampaignMail) => RenderedMail;

/** Renders an admin's text as the reader gets it: the same for a preview, a test mail and a campaign. */
export function createCampaignMailRenderer(support?: MailFooter["support"]): RenderCampaignMail {
  return ({ subject, body, unsubscribeUrl }) => {
    if (/<(!doctype|html|body)\b/i.test(body)) return addUnsubscribeLink(body, unsubscribeUrl);
    const html = convertLineBreaks(body);
    return renderMail(
      {
        language: "en",
        subject,
        unsubscribeUrl,
        ...(isHtml(body) ? { bodyText: htmlToText(html), bodyHtml: html } : { bodyText: body }),
      },
      { year: new Date().getFullYear(), support },
    );
  };
}
