import { messageOf, NO_RESPONSE } from "./call-function.ts";
import { functions } from "./functions.ts";

/** A step of the work, and the part of it that is done. */
export interface StepProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

interface Event<Result> {
  readonly progress?: StepProgress;
  readonly result?: Result;
  readonly error?: string;
}

/** Calls a server function whose work takes seconds, and which sends how far it is (server/functions/with-progress.ts). */
export async function callWithProgress<Result>(
  name: string,
  body: object,
  onProgress: (progress: StepProgress) => void,
): Promise<Result> {
  const headers = { accept: "text/event-stream" };
  const { data, error } = await functions().invoke<Result | Response>(name, { body, headers });
  if (error) throw new Error(await messageOf(error), { cause: error });
  if (!(data instanceof Response)) return data as Result;
  for await (const event of readEvents<Result>(data)) {
    if (event.progress) onProgress(event.progress);
    if (event.result) return event.result;
    if (event.error) throw new Error(event.error);
  }
  throw new Error(NO_RESPONSE);
}

async function* readEvents<Result>({ body }: Response): AsyncGenerator<Event<Result>> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch((cause) => {
      throw new Error(NO_RESPONSE, { cause });
    });
    if (done) return;
    const events = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) yield JSON.parse(event.slice("data:".length)) as Event<Result>;
  }
}
