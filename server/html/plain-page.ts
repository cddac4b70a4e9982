import { createHash } from "node:crypto";

/**
 * The colours of web/tokens.css. The pages do not load the app, so that they work without an account and without
 * scripts.
 */
const STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf6;--card:#fff;--line:#dedacd;--ink:#1b2430;--muted:#55606d;--press:#0e5a4a;--on-press:#fff;--danger:#b23a2e}
@media (prefers-color-scheme:dark){:root{--paper:#0f1519;--card:#172026;--line:#2d3a43;--ink:#e8e6df;--muted:#a5afb6;--press:#5cc4aa;--on-press:#0b1a16;--danger:#f08a7e}}
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
main a:not(.secondary){padding-block:.3rem;color:var(--press)}
label{display:block;margin-bottom:.375rem;font-weight:600}
input{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--muted);border-radius:10px;background:var(--card);color:var(--ink);font:inherit}
input[aria-invalid]{border-color:var(--danger)}
.hint{margin-top:.375rem;color:var(--muted);font-size:.875rem}
.problem{color:var(--danger);font-weight:600}
.wrap{overflow-wrap:anywhere}
[hidden]{display:none!important}
form{margin:0}
form+p{margin-top:1rem}
.secondary{display:block;margin-top:.75rem;padding:.625rem 1.5rem;border:1px solid var(--muted);border-radius:10px;color:var(--ink);font-weight:600;text-align:center;text-decoration:none;overflow-wrap:anywhere}
button:disabled{opacity:.6}
button{min-height:3rem;width:100%;padding:.5rem 1.5rem;border:0;border-radius:10px;background:var(--press);color:var(--on-press);font:inherit;font-weight:600;cursor:pointer;overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--press);outline-offset:3px;border-radius:4px}
button:focus-visible{border-radius:10px}
`;

interface PolicyOptions {
  /** Further targets of the page's form, and of the redirects that follow it. */
  readonly formTargets?: readonly string[];
  /** The inline script of the page, which may also send requests to this server. */
  readonly script?: string;
}

/** Allows the page's style, its icon, its form and its script. */
export function plainPagePolicy({ formTargets = [], script }: PolicyOptions = {}): string {
  return [
    "default-src 'none'",
    `style-src ${hashSource(STYLE)}`,
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`, "connect-src 'self'"]),
    "img-src 'self'",
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function hashSource(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}

/** A page of HTML alone. Title and content are HTML. */
export const plainPage = (title: string, content: string) => `<!doctype html>
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
