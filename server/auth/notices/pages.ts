import { plainPage, plainPagePolicy } from "../../html/plain-page.ts";

export const PAGE_POLICY = plainPagePolicy();

/** The pages do not reveal whose link it is. */
export const PAGES = {
  question: plainPage(
    "Was this not you?",
    `<p>Then we log out every device, the password stops working, and we send a link to choose a new one to the address that got the mail.</p>
<form method="post"><button>Log out every device</button></form>
<p>If it was you after all, just close this page.</p>`,
  ),
  done: plainPage(
    "Your account is closed to others",
    `<p>Every device is logged out, and the password no longer works. Check your mail: our link lets you choose a new password.</p>`,
  ),
  unknown: plainPage(
    "This link does not work",
    `<p>It works once, for seven days. If you cannot get into your account, <a href="/forgot-password">choose a new password</a> or <a href="/contact">write to us</a>.</p>`,
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
