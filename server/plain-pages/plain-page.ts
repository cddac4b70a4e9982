import { createHash } from "node:crypto";

/** The colours of web/tokens.css. The pages do not load the app, so that they also work without an account. */
const STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf6;--card:#fff;--line:#dedacd;--ink:#1b2430;--muted:#55606d;--press:#0e5a4a;--on-press:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#0f1519;--card:#172026;--line:#2d3a43;--ink:#e8e6df;--muted:#a5afb6;--press:#5cc4aa;--on-press:#0b1a16}}
*{box-sizing:border-box}
body{margin:0;padding:1.5rem 1rem;background:var(--paper);color:var(--ink);font:400 1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Kannada",Arial,sans-serif}
header,main{max-width:32rem;margin:0 auto}
header{padding:0 .5rem .625rem;font-weight:700;font-size:1.375rem}
header a{display:inline-block;padding:.375rem 0;color:var(--press);text-decoration:none}
header span{font-weight:400;font-size:1rem;color:var(--muted)}
main{padding:1.5rem;background:var(--card);border:1px solid var(--line);border-radius:12px}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.3}
p{margin:0 0 1rem}
main>:last-child{margin-bottom:0}
main a{color:var(--press)}
button{min-height:3rem;width:100%;padding:.5rem 1.5rem;border:0;border-radius:10px;background:var(--press);color:var(--on-press);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:3px solid var(--press);outline-offset:3px;border-radius:4px}
button:focus-visible{border-radius:10px}
`;

/** Allows the page's style, its icon and its form. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | Maarga</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<header><a href="/">Maarga</a> <span lang="kn">ಮಾರ್ಗ</span></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;

const NOTIFICATIONS = '<a href="/notifications">Notifications</a>';

/** The pages do not reveal whose link it is, or whether they have an account. */
export const PAGES = {
  question: page(
    "Turn off e-mail?",
    `<p>Maarga writes to you about rounds, dates and seats. If you turn this off, we write only when you ask for something, such as a new password.</p>
<form method="post"><button>Turn off e-mail</button></form>`,
  ),
  done: page(
    "E-mail is turned off",
    `<p>You will get no more of these e-mails. You can turn them on again under ${NOTIFICATIONS}.</p>`,
  ),
  unknown: page(
    "This link does not work",
    `<p>Part of it may be missing. Please open it from the mail again, or turn e-mail off under ${NOTIFICATIONS}.</p>`,
  ),
  failed: page(
    "That did not work just now",
    "<p>It is our fault, not yours. Please try again in a few minutes.</p>",
  ),
};
