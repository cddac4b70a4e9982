import { currentToasts, type ToastKind, toast } from "../ui/toast.ts";

/** The pages for signing in and the app are separate documents. These are passed on from one to the other. */
interface HandOver {
  /** The only page that may take it. */
  readonly path: string;
  readonly state?: unknown;
  readonly messages: readonly Message[];
}

interface Message {
  readonly kind: ToastKind;
  readonly text: string;
}

const KEY = "hand-over";

/** Prepares the next document: it gets the state in its history entry, and shows the messages, or else the current ones. */
export function handOver(
  path: string,
  state?: unknown,
  messages: readonly Message[] = currentMessages(),
): void {
  try {
    const shown = messages.map(({ kind, text }) => ({ kind, text }));
    sessionStorage.setItem(
      KEY,
      JSON.stringify({ path: pathOf(path), state, messages: shown } satisfies HandOver),
    );
  } catch {
    // Without storage, the next page is opened as if somebody had typed its address.
  }
}

/** Opens a page as a new document, in place of this one. */
export function openDocument(path: string, state?: unknown, messages?: readonly Message[]): void {
  handOver(path, state, messages);
  window.location.replace(path);
}

let wasReceived = false;

/** Runs before the router reads the state of the first history entry, which it keeps under `usr`. */
export function receiveHandOver(): void {
  const handedOver = take();
  if (handedOver?.path !== window.location.pathname) return;
  wasReceived = true;
  if (handedOver.state) window.history.replaceState({ ...window.history.state, usr: handedOver.state }, "");
  for (const { kind, text } of handedOver.messages) toast[kind](text);
}

/** Returns whether another document of ours led to this one, which is not true after a reload. */
export const wasHandedOver = (): boolean => wasReceived;

function take(): HandOver | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text ? (JSON.parse(text) as HandOver) : undefined;
  } catch {
    return undefined;
  }
}

/** The action of a message belongs to this document. */
function currentMessages(): readonly Message[] {
  return currentToasts().filter(({ action }) => !action);
}

function pathOf(path: string): string {
  return path.replace(/[?#].*$/, "");
}
