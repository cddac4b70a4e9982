import type { MetaDescriptor } from "react-router";

interface PublicPage {
  readonly title: string;
  readonly description: string;
  readonly path: string;
}

/** The metadata for search engines and link previews. The server replaces %SITE_URL%. */
export function publicMeta({ title, description, path }: PublicPage): MetaDescriptor[] {
  const url = `%SITE_URL%${path}`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: "Maarga" },
    { property: "og:locale", content: "en_IN" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: "%SITE_URL%/og.png" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: "Maarga: the way from your rank to your college" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
