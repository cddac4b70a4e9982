import { fillMergeFields, type MergeValues } from "../../domain/merge-fields.ts";
import { escapeHtml } from "../html/escape-html.ts";
import { convertLineBreaks, htmlToText, isHtml } from "./html-to-text.ts";
import { addUnsubscribeLink, type MailFooter, type RenderedMail, renderMail } from "./mail-template.ts";

export interface CampaignMail {
  readonly subject: string;
  /** Plain text, an HTML fragment, or a whole HTML page, which is not wrapped in our template. */
  readonly body: string;
  readonly unsubscribeUrl?: string;
  /** Absent in a test mail, which shows the fallbacks. */
  readonly values?: MergeValues | undefined;
}

/** The subject has its fields filled in, too. */
export type RenderCampaignMail = (mail: CampaignMail) => RenderedMail & { readonly subject: string };

/** Renders an admin's text as the reader gets it: the same for a preview, a test mail and a campaign. */
export function createCampaignMailRenderer(support?: MailFooter["support"]): RenderCampaignMail {
  return ({ unsubscribeUrl, values = {}, ...mail }) => {
    // The admin's text decides whether it is HTML, not a student's name.
    const isPage = /<(!doctype|html|body)\b/i.test(mail.body);
    const hasTags = isPage || isHtml(mail.body);
    const subject = fillMergeFields(mail.subject, values);
    const body = fillMergeFields(mail.body, values, hasTags ? escapeHtml : undefined);
    if (isPage) return { subject, ...addUnsubscribeLink(body, unsubscribeUrl) };
    const html = convertLineBreaks(body);
    const rendered = renderMail(
      {
        language: "en",
        subject,
        unsubscribeUrl,
        ...(hasTags ? { bodyText: htmlToText(html), bodyHtml: html } : { bodyText: body }),
      },
      { year: new Date().getFullYear(), support },
    );
    return { subject, ...rendered };
  };
}
