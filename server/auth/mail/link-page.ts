import { escapeHtml } from "../../html/escape-html.ts";
import { plainPage, plainPagePolicy } from "../../html/plain-page.ts";
import { LINK_PAGE_SCRIPT } from "./link-page-script.ts";
import type { ValidLink } from "./verification.ts";

export interface LinkPage {
  readonly link: ValidLink;
  readonly type: string;
  readonly token: string;
  /** The page that the link leads to. */
  readonly target: string;
  readonly isOwnTarget: boolean;
  /** The reason why the form was refused. */
  readonly problem?: string;
}

/** The purpose of the press. */
interface Question {
  readonly title: string;
  readonly text: (email: string) => string;
  readonly button: string;
}

const QUESTIONS: Readonly<Record<ValidLink["kind"], Question>> = {
  signup: {
    title: "Confirm your email address",
    text: (email) => `This confirms that ${email} is yours.`,
    button: "Confirm and log in",
  },
  recovery: {
    title: "Choose a new password",
    text: (email) => `Continue to choose a new password for ${email}.`,
    button: "Continue",
  },
  magiclink: {
    title: "Log in to Maarga",
    text: (email) => `This logs you in as ${email}.`,
    button: "Log in",
  },
  email_change: {
    title: "Confirm the change of address",
    text: (email) => `This confirms the change at ${email}.`,
    button: "Confirm the change",
  },
  email_change_current: {
    title: "Confirm the change of address",
    text: (email) => `This confirms the change at ${email}, the address that you log in with now.`,
    button: "Confirm the change",
  },
  reauthentication: { title: "Maarga", text: () => "", button: "Continue" },
  auth_code: { title: "Maarga", text: () => "", button: "Continue" },
};

const PASSWORD_FIELD = `<div id="new-password">
<p>Choose a password for your account here and now. Only this one counts: somebody else could have typed an earlier one.</p>
<p><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="8" aria-describedby="hint problem"></p>
<p class="hint" id="hint">At least 8 characters.</p>
</div>`;

/** A change of address starts no session, and another site's app fetches its own. */
const startsOwnSession = ({ link, isOwnTarget }: LinkPage) => isOwnTarget && !isEmailChange(link);

export function isEmailChange({ kind }: Pick<ValidLink, "kind">): boolean {
  return kind === "email_change" || kind === "email_change_current";
}

/**
 * A sign-up needs a password from whoever opened the mail. An app on another site holds the secret of its own request, and
 * thereby proves that the same person gave the password of the sign-up.
 */
export function needsPassword({ link, isOwnTarget }: Pick<LinkPage, "link" | "isOwnTarget">): boolean {
  return link.kind === "signup" && !isForeignRequest({ link, isOwnTarget });
}

export function isForeignRequest({ link, isOwnTarget }: Pick<LinkPage, "link" | "isOwnTarget">): boolean {
  return !isOwnTarget && link.codeChallenge !== null && !isEmailChange(link);
}

/** The code that the browser that asked for the mail exchanges for a session. Worthless without its secret. */
export function authCodeOf({ linkHash }: Pick<ValidLink, "linkHash">): string {
  return linkHash.toString("base64url");
}

/**
 * The page behind a mailed link. Opening it uses nothing up, because mail scanners open every link. With its script, the
 * browser that asked for the mail continues at once; every other one shows a button.
 */
export function renderLinkPage(page: LinkPage): string {
  const { link, type, token, target, problem } = page;
  const { title, text, button } = QUESTIONS[link.kind];
  const isOwn = startsOwnSession(page);
  const mayContinue = isOwn && (link.kind !== "signup" || link.hasPassword);
  const data = {
    own: isOwn ? "1" : "",
    account: isOwn ? link.sentTo : "",
    target,
    challenge: (mayContinue && link.codeChallenge) || "",
    code: mayContinue && link.codeChallenge ? authCodeOf(link) : "",
    recovery: link.kind === "recovery" ? "1" : "",
  };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  const address = `<b>${escapeHtml(link.sentTo)}</b>`;
  const action = `/auth/v1/verify-link?${new URLSearchParams({ redirect_to: target })}`;
  return plainPage(
    title,
    `<p class="wrap">${text(address)}</p>
<p class="wrap" id="takeover" hidden>This browser is logged in as <b class="other-account"></b>. Which account do you want to use?</p>
<form method="post" action="${escapeHtml(action)}"${attributes.join("")}>
<input type="hidden" name="type" value="${escapeHtml(type)}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<input type="hidden" name="code_challenge">
<input type="hidden" name="code_challenge_method">
<input name="username" autocomplete="username" value="${escapeHtml(link.sentTo)}" readonly hidden>
${needsPassword(page) ? PASSWORD_FIELD : ""}
<p class="problem" id="problem" role="alert"${problem ? "" : " hidden"}>${escapeHtml(problem ?? "")}</p>
<button>${button}</button>
</form>
<a class="secondary" id="stay" href="/pricing" hidden>Stay logged in as <span class="other-account"></span></a>
<script>${LINK_PAGE_SCRIPT}</script>`,
  );
}

/** The form's redirect may lead to another allowed site, or into an app with a scheme of its own. */
export function linkPagePolicy(target: string): string {
  const { protocol, origin } = new URL(target);
  const formTarget = origin === "null" ? protocol : origin;
  return plainPagePolicy({ formTargets: [formTarget], script: LINK_PAGE_SCRIPT });
}

const MESSAGES = {
  changed: {
    title: "Your address is changed",
    text: 'From now on you log in with the new address. <a href="/pricing">Go to Maarga</a>',
  },
  otherPending: {
    title: "One more step",
    text: "This address is confirmed. Now open the link in the mail to your other address.",
  },
};

export function renderChangePage(outcome: keyof typeof MESSAGES): string {
  const { title, text } = MESSAGES[outcome];
  return plainPage(title, `<p>${text}</p>`);
}
