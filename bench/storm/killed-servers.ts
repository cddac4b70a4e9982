import { readSecrets, signTokens } from "../tokens.ts";
import type { StormServers } from "./storm.ts";

/** A process that can be killed with SIGKILL. */
export interface KillableProcess {
  readonly url: string;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface KilledServersOptions {
  readonly clients: number;
  readonly kills: number;
  readonly dataFolder: string;
  /** The same for all, because it is part of the tokens, and each has another port. */
  readonly siteUrl: string;
  start(role: "web" | "worker"): Promise<KillableProcess>;
}

/** A server and a worker, of which the next is killed and started again at each call of `kill`. */
export class KilledServers implements StormServers {
  readonly clients: number;
  readonly kills: number;
  readonly #options: KilledServersOptions;
  readonly #processes = new Map<"web" | "worker", Promise<KillableProcess>>();

  constructor(options: KilledServersOptions) {
    this.clients = options.clients;
    this.kills = options.kills;
    this.#options = options;
  }

  async access(people: readonly string[]) {
    const { url } = await this.#start("web");
    await this.#start("worker");
    const secrets = await readSecrets(this.#options.dataFolder);
    const tokens = await signTokens(secrets, `${this.#options.siteUrl}/auth/v1`, people);
    return {
      address: async () => (await this.#processes.get("web"))?.url ?? url,
      headersOf: (who: string) => ({
        apikey: secrets.publishableKey,
        authorization: `Bearer ${tokens.get(who)}`,
      }),
    };
  }

  async kill(index: number): Promise<void> {
    const role = index % 2 === 0 ? "web" : "worker";
    const process = await this.#processes.get(role);
    await process?.kill();
    await this.#start(role);
  }

  async stop(): Promise<void> {
    for (const process of this.#processes.values()) await (await process).stop();
  }

  #start(role: "web" | "worker"): Promise<KillableProcess> {
    const starting = this.#options.start(role);
    this.#processes.set(role, starting);
    return starting;
  }
}
