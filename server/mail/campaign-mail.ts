import { htmlAsText, isHtml, withTypedBreaks } from "./html-as-text.ts";
import { type Surroundings, unsubscribeIn, type WrappedMail, wrapMail } from "./wrap-mail.ts";

export interface CampaignMail {
  readonly subject: string;
  /** Plain text, a piece of HTML, or a whole page that brings its own clothes. */
  readonly body: string;
  readonly unsubscribeUrl?: string;
}

export type DressCampaignMail = (mail: CampaignMail) => WrappedMail;

/** What an admin wrote, as its reader gets it: the same for a preview, a test and each of the many. */
export function campaignDress(support?: Surroundings["support"]): DressCampaignMail {
  return ({ subject, body, unsubscribeUrl }) => {
    if (/<(!doctype|html|body)\b/i.test(body)) return unsubscribeIn(body, unsubscribeUrl);
    const html = withTypedBreaks(body);
    return wrapMail(
      {
        subject,
        unsubscribeUrl,
        ...(isHtml(body) ? { bodyText: htmlAsText(html), bodyHtml: html } : { bodyText: body }),
      },
      { year: new Date().getFullYear(), support },
    );
  };
}
