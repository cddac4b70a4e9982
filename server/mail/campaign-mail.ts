import { convertLineBreaks, htmlToText, isHtml } from "./html-to-text.ts";
import { addUnsubscribeLink, type MailFooter, type RenderedMail, renderMail } from "./mail-template.ts";

export interface CampaignMail {
  readonly subject: string;
  /** Plain text, a piece of HTML, or a whole page that brings its own clothes. */
  readonly body: string;
  readonly unsubscribeUrl?: string;
}

export type RenderCampaignMail = (mail: CampaignMail) => RenderedMail;

/** What an admin wrote, as its reader gets it: the same for a preview, a test and each of the many. */
export function createCampaignMailRenderer(support?: MailFooter["support"]): RenderCampaignMail {
  return ({ subject, body, unsubscribeUrl }) => {
    if (/<(!doctype|html|body)\b/i.test(body)) return addUnsubscribeLink(body, unsubscribeUrl);
    const html = convertLineBreaks(body);
    return renderMail(
      {
        subject,
        unsubscribeUrl,
        ...(isHtml(body) ? { bodyText: htmlToText(html), bodyHtml: html } : { bodyText: body }),
      },
      { year: new Date().getFullYear(), support },
    );
  };
}
