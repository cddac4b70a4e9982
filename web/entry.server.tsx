import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { FallbackContext } from "./layout/page-kind.ts";

/** Runs at build time only: every page is written out as HTML once. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const html = await renderToReadableStream(
    <FallbackContext value={context.isSpaMode}>
      <ServerRouter context={context} url={request.url} />
    </FallbackContext>,
  );
  // The router hands its data to the browser in parts; React starts there once the last one has come.
  await html.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(html, { status, headers });
}
