import { renderToString } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { FallbackContext } from "./layout/page-kind.ts";

/** Runs at build time only: every page is written out as HTML once. */
export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Response {
  const html = renderToString(
    <FallbackContext value={context.isSpaMode}>
      <ServerRouter context={context} url={request.url} />
    </FallbackContext>,
  );
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(`<!doctype html>${html}`, { status, headers });
}
