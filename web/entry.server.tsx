import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { FallbackContext } from "./layout/page-kind.ts";

/** Runs at build time only, to prerender every page as complete HTML. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const stream = await renderToReadableStream(
    <FallbackContext value={context.isSpaMode}>
      <ServerRouter context={context} url={request.url} />
    </FallbackContext>,
  );
  await stream.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(stream, { status, headers });
}
