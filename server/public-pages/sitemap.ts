import { editionsAddress } from "./editions-page.ts";
import { html } from "./html.ts";
import { addressOf, type Directory } from "./rows/directory.ts";

/** The pages of all colleges and lists, for search engines: fewer than the 50,000 that one file may have. */
export function collegeSitemap({ colleges, lists, changedAt }: Directory, siteUrl: string): string {
  const day = changedAt.slice(0, 10);
  const paths = [...colleges.map(addressOf), ...lists.map(({ code }) => editionsAddress(code))];
  const entries = paths.map(
    (path) => html`<url><loc>${siteUrl}${path}</loc><lastmod>${day}</lastmod></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
}
