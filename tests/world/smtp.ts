import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";

/**
 * The server accepts a message (at once, slowly, or when `release` is called), refuses its recipient temporarily or
 * permanently, refuses its text, or closes the connection before it confirms the message.
 */
export type SmtpBehaviour =
  | "take"
  | "later"
  | "unknown recipient"
  | "unwanted text"
  | "hang up"
  | "slow"
  | "hold";

export interface Delivery {
  readonly from: string;
  readonly to: string;
  readonly raw: string;
  readonly mail: Email;
}

export interface TestSmtp {
  readonly url: string;
  /** The accepted messages, in their order. */
  readonly deliveries: readonly Delivery[];
  /** The number of tries to send to this address. */
  tries(to: string): number;
  /** Waits until this number of messages has been accepted, counting only those to the address if one is given. */
  taken(count: number, to?: string): Promise<readonly Delivery[]>;
  /** Waits until this number of messages has been held. */
  held(count: number): Promise<void>;
  release(): void;
  stop(): Promise<void>;
}

/** Starts a real SMTP server. `decide` is called for each try with the recipient and the number of the try, from 1. */
export async function startSmtp(
  decide: (to: string, attempt: number) => SmtpBehaviour = () => "take",
  port = 0,
): Promise<TestSmtp> {
  const deliveries: Delivery[] = [];
  const attempts = new Map<string, number>();
  const changes = new EventEmitter().setMaxListeners(0);
  const waiting: (() => void)[] = [];
  const behaviours = new Map<string, SmtpBehaviour>();
  let heldSoFar = 0;

  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onRcptTo({ address }, session, callback) {
      const attempt = (attempts.get(address) ?? 0) + 1;
      attempts.set(address, attempt);
      const behaviour = decide(address, attempt);
      behaviours.set(session.id, behaviour);
      changes.emit("changes");
      // Real servers repeat the address like this.
      if (behaviour === "later") return callback(refusal(451, `4.7.1 <${address}>: greylisted, come again`));
      if (behaviour === "unknown recipient")
        return callback(refusal(550, `5.1.1 <${address}>: no such mailbox`));
      callback();
    },
    onData(stream, session, callback) {
      receive(stream, session).then((done) => done && callback(done.refusal), callback);
    },
  });

  async function receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
  ): Promise<{ refusal?: Error } | undefined> {
    const raw = Buffer.concat(await stream.toArray()).toString("utf8");
    const behaviour = behaviours.get(session.id);
    if (behaviour === "hang up") {
      for (const connection of server.connections)
        if (connection.id === session.id) connection._socket.destroy();
      return undefined;
    }
    if (behaviour === "unwanted text") return { refusal: refusal(554, "5.7.1 we do not like the text") };
    if (behaviour === "slow") await wait(200);
    if (behaviour === "hold") {
      heldSoFar += 1;
      changes.emit("changes");
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    const { mailFrom, rcptTo } = session.envelope;
    deliveries.push({
      from: mailFrom ? mailFrom.address : "",
      to: rcptTo.map((recipient) => recipient.address).join(" "),
      raw,
      mail: await PostalMime.parse(raw),
    });
    changes.emit("changes");
    return {};
  }

  const until = async (condition: () => boolean) => {
    while (!condition()) await once(changes, "changes");
  };
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  // A sender that is killed in the middle of a mail leaves a broken connection.
  server.on("error", () => changes.emit("changes"));
  const matching = (to?: string) => deliveries.filter((delivery) => to === undefined || delivery.to === to);
  const release = () => {
    for (const go of waiting.splice(0)) go();
  };

  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    deliveries,
    tries: (to) => attempts.get(to) ?? 0,
    async taken(count, to) {
      await until(() => matching(to).length >= count);
      return matching(to);
    },
    held: (count) => until(() => heldSoFar >= count),
    release,
    async stop() {
      release();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
