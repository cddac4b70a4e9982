import { callerHeaders } from "./auth.ts";

/** A connection on which nothing has moved for so long is gone; the server gives up after the same time. */
const SILENCE_MILLISECONDS = 60_000;

/** A fetch that says how much of the body has been sent, which only the older XMLHttpRequest is told. */
export function fetchWithProgress(onSent: (share: number) => void): typeof fetch {
  return async (input, init) => {
    const headers = await callerHeaders(init?.headers);
    const request = new XMLHttpRequest();
    request.open(init?.method ?? "GET", input instanceof Request ? input.url : input);
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.responseType = "blob";
    return new Promise((resolve, reject) => {
      let timer: number | undefined;
      const waitOn = () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => request.abort(), SILENCE_MILLISECONDS);
      };
      request.upload.onprogress = ({ loaded, total }) => {
        waitOn();
        onSent(total > 0 ? loaded / total : 0);
      };
      request.onload = () => resolve(new Response(request.response, { status: request.status }));
      request.onerror = request.onabort = () => reject(new TypeError("nothing came back"));
      request.onloadend = () => clearTimeout(timer);
      waitOn();
      request.send(init?.body as XMLHttpRequestBodyInit | null);
    });
  };
}
