import { LANGUAGES, type Language, type Translated } from "../../domain/languages.ts";
import { escapeHtml } from "../html/escape-html.ts";
import { escapeHtmlLines, requireWebAddress } from "./escape.ts";
import { FRAME_TEXTS } from "./frame-texts.ts";
import { htmlToText } from "./html-to-text.ts";
import { COLOURS, FONT, STYLE } from "./mail-style.ts";

export interface MailContent {
  /** The language of all texts below and of the template's own. */
  readonly language: Language;
  readonly subject: string;
  /** Plain text; line breaks are kept. */
  readonly bodyText: string;
  /** Used as it is, instead of `bodyText`, in the HTML part. */
  readonly bodyHtml?: string | undefined;
  /** The line that mail programs show beside the subject in a list. Defaults to the first line of the body. */
  readonly preheader?: string;
  readonly button?: { readonly label: string; readonly url: string };
  /** Digits to enter, shown large. */
  readonly code?: string;
  /** Plain text. */
  readonly smallPrint?: string;
  /** For campaigns and mails about slots, which students can turn off. */
  readonly unsubscribeUrl?: string | undefined;
  /** The page on which students choose another language, if the mail exists in others. */
  readonly languageUrl?: string;
}

export interface MailFooter {
  readonly year: number;
  readonly support?: { readonly email?: string | undefined; readonly phone?: string | undefined } | undefined;
}

export interface RenderedMail {
  readonly html: string;
  readonly text: string;
}

/** Kannada has letters above and below each other, which need room between the lines even in large and bold text. */
const HEADING_LINE_HEIGHTS: Translated<number> = { en: 1.3, kn: 1.6 };

/** Renders a mail in our template, as HTML and as plain text. */
export function renderMail(content: MailContent, footer: MailFooter): RenderedMail {
  return { html: renderHtml(content, footer), text: renderText(content, footer) };
}

function renderText(content: MailContent, { year, support }: MailFooter): string {
  const { language, bodyText, button, code, smallPrint, unsubscribeUrl } = content;
  const texts = FRAME_TEXTS[language];
  const parts = [
    bodyText,
    button && `${button.label}:\n${requireWebAddress(button.url)}`,
    code && `${button ? texts.codeBesideButton : texts.code} ${code}`,
    smallPrint,
    `--\n${[`Maarga. ${texts.byline}.`, supportLine(support, language), `© ${year} Maarga`].filter(Boolean).join("\n")}`,
    ...languageLinks(content).map(({ text, url }) => `${text}\n${url}`),
    unsubscribeUrl && `${texts.reason} ${texts.unsubscribe}:\n${unsubscribeUrl}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function supportLine(support: MailFooter["support"], language: Language): string {
  const { email, phone } = support ?? {};
  return email || phone ? FRAME_TEXTS[language].questions(email, phone) : "";
}

/** Offers the other languages, each in its own words. */
function languageLinks({ language, languageUrl: url }: MailContent) {
  if (url === undefined) return [];
  const others = LANGUAGES.filter((other) => other !== language);
  return others.map((other) => ({ language: other, text: FRAME_TEXTS[other].inThisLanguage, url }));
}

/** Uses tables and inline styles, which all mail programs support, and a media query for dark mode. */
function renderHtml(content: MailContent, { year, support }: MailFooter): string {
  const { language, subject, bodyText, bodyHtml, button, code, smallPrint, unsubscribeUrl } = content;
  const preheader = content.preheader ?? bodyText.trim().split(/\r?\n/, 1)[0] ?? "";
  const help = supportLine(support, language);
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${COLOURS.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preheader)}${"&#847;&zwnj;&nbsp;".repeat(60)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background:${COLOURS.paper}">
<tr><td align="center" style="padding:24px 12px 40px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td style="padding:0 8px 16px;font:700 22px/${HEADING_LINE_HEIGHTS[language]} ${FONT};color:${COLOURS.green}" class="green">
Maarga&nbsp;<span class="quiet" style="font-weight:400;font-size:16px;color:${COLOURS.quiet}" lang="kn">ಮಾರ್ಗ</span>
</td></tr>
<tr><td class="card" style="background:${COLOURS.card};border:1px solid ${COLOURS.line};border-radius:12px;overflow:hidden">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="inside" style="padding:32px">
<h1 class="ink" style="margin:0 0 16px;font:700 24px/${HEADING_LINE_HEIGHTS[language]} ${FONT};color:${COLOURS.ink}">${escapeHtml(subject)}</h1>
<div class="ink" style="margin:0;font:400 16px/1.6 ${FONT};color:${COLOURS.ink};overflow-wrap:anywhere">${bodyHtml ?? escapeHtmlLines(bodyText)}</div>
${button ? renderButton(button, language) : ""}${code ? renderCode(code, Boolean(button), language) : ""}${smallPrint ? renderSmallPrint(smallPrint) : ""}</td></tr>
</table>
</td></tr>
<tr><td class="quiet" style="padding:20px 8px 0;font:400 13px/1.6 ${FONT};color:${COLOURS.quiet}">
${help ? `${escapeHtml(help)}<br>\n` : ""}${FRAME_TEXTS[language].byline}<br>
&copy; ${year} Maarga${languageLinks(content).map(renderLanguageLink).join("")}${unsubscribeUrl ? renderUnsubscribeLink(unsubscribeUrl, language) : ""}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function renderButton({ label, url }: NonNullable<MailContent["button"]>, language: Language): string {
  const href = escapeHtml(requireWebAddress(url));
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="wide" style="margin:24px 0 0">
<tr><td align="center" bgcolor="${COLOURS.green}" class="press" style="background:${COLOURS.green};border-radius:10px">
<a href="${href}" class="press" style="display:block;padding:14px 28px;font:600 16px/${HEADING_LINE_HEIGHTS[language]} ${FONT};color:${COLOURS.onGreen};text-decoration:none;border-radius:10px">${escapeHtml(label)}</a>
</td></tr>
</table>
<p class="quiet" style="margin:16px 0 0;font:400 13px/1.6 ${FONT};color:${COLOURS.quiet}">${FRAME_TEXTS[language].buttonHint}<br>
<a href="${href}" class="green" style="color:${COLOURS.green};word-break:break-all">${href}</a></p>
`;
}

function renderCode(code: string, hasButton: boolean, language: Language): string {
  const texts = FRAME_TEXTS[language];
  return `<p class="ink" style="margin:24px 0 0;font:400 16px/1.6 ${FONT};color:${COLOURS.ink}">${hasButton ? texts.codeBesideButton : texts.code}</p>
<p class="ink mark" style="margin:8px 0 0;padding:2px 0 2px 14px;border-left:4px solid ${COLOURS.marigold};font:700 28px/1.3 ${FONT};letter-spacing:6px;font-variant-numeric:tabular-nums;color:${COLOURS.ink}">${escapeHtml(code)}</p>
`;
}

function renderSmallPrint(text: string): string {
  return `<p class="quiet rule" style="margin:28px 0 0;padding:20px 0 0;border-top:1px solid ${COLOURS.line};font:400 14px/1.6 ${FONT};color:${COLOURS.quiet}">${escapeHtmlLines(text)}</p>
`;
}

function renderLanguageLink({
  language,
  text,
  url,
}: {
  language: Language;
  text: string;
  url: string;
}): string {
  return `
<p lang="${language}" style="margin:12px 0 0"><a href="${escapeHtml(requireWebAddress(url))}" class="quiet" style="color:${COLOURS.quiet}">${text}</a></p>`;
}

/** Leaves an admin's page as it is and adds the link, if any, at its end. */
export function addUnsubscribeLink(page: string, url: string | undefined): RenderedMail {
  const texts = FRAME_TEXTS.en;
  const link = url ? renderUnsubscribeLink(url, "en") : "";
  return {
    html: page.replace(/(?=<\/body\s*>)|$/i, () => link),
    text: [htmlToText(page), url && `${texts.reason} ${texts.unsubscribe}:\n${url}`]
      .filter(Boolean)
      .join("\n\n"),
  };
}

function renderUnsubscribeLink(url: string, language: Language): string {
  const { reason, unsubscribe } = FRAME_TEXTS[language];
  return `
<p style="margin:12px 0 0">${reason} <a href="${escapeHtml(url)}" class="quiet" style="color:${COLOURS.quiet}">${unsubscribe}</a></p>`;
}
