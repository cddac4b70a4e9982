import { plainPage, plainPagePolicy } from "../html/plain-page.ts";

export const PAGE_POLICY = plainPagePolicy();

const NOTIFICATIONS = '<a href="/notifications">Notifications</a>';

/** The pages do not reveal whose link it is, or whether they have an account. */
export const PAGES = {
  question: plainPage(
    "Turn off e-mail?",
    `<p>Maarga writes to you about rounds, dates and seats, and reminds you of your slots. If you turn this off, we write only when you ask for something, such as a new password, or when your mentor cancels.</p>
<form method="post"><button>Turn off e-mail</button></form>`,
  ),
  done: plainPage(
    "E-mail is turned off",
    `<p>You will get no more of these e-mails. You can turn them on again under ${NOTIFICATIONS}.</p>`,
  ),
  unknown: plainPage(
    "This link does not work",
    `<p>Part of it may be missing. Please open it from the mail again, or turn e-mail off under ${NOTIFICATIONS}.</p>`,
  ),
  limited: plainPage(
    "Please try again in a minute",
    "<p>Too many requests are coming from your network right now.</p>",
  ),
  failed: plainPage(
    "That did not work just now",
    "<p>It is our fault, not yours. Please try again in a few minutes.</p>",
  ),
};
