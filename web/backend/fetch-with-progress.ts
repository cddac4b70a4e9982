import { callerHeaders, endLocalSessionIfEnded } from "./auth.ts";

/** An upload without progress for this long is aborted. The server closes a connection without progress earlier. */
const IDLE_TIMEOUT_MS = 60_000;

/** Creates a fetch that reports how much of the body has been sent. Only XMLHttpRequest knows; fetch does not. */
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
      const restartTimer = () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => request.abort(), IDLE_TIMEOUT_MS);
      };
      request.upload.onprogress = ({ loaded, total }) => {
        restartTimer();
        onSent(total > 0 ? loaded / total : 0);
      };
      request.onload = () => {
        const challenge = request.getResponseHeader("www-authenticate") ?? "";
        void endLocalSessionIfEnded(new Headers({ "www-authenticate": challenge }), headers);
        resolve(new Response(request.response, { status: request.status }));
      };
      request.onerror = request.onabort = () => reject(new TypeError("no response"));
      request.onloadend = () => clearTimeout(timer);
      restartTimer();
      request.send(init?.body as XMLHttpRequestBodyInit | null);
    });
  };
}
