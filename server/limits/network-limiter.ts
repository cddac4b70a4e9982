import { ClientLimiter } from "./client-limiter.ts";
import type { Allowance } from "./client-limits.ts";
import type { Networks } from "./network.ts";

/** Counts the requests of a network and, with IPv6, of the /48 around it. */
export class NetworkLimiter {
  readonly #networks: ClientLimiter;
  readonly #wideNetworks: ClientLimiter;

  constructor({ network, wideNetwork }: { readonly network: Allowance; readonly wideNetwork: Allowance }) {
    this.#networks = new ClientLimiter(network);
    this.#wideNetworks = new ClientLimiter(wideNetwork);
  }

  /** As in `ClientLimiter`. A refused request counts for neither. */
  acquire({ network, wideNetwork }: Networks): number {
    const seconds = this.#networks.acquire(network);
    if (seconds > 0 || wideNetwork === undefined) return seconds;
    const wideSeconds = this.#wideNetworks.acquire(wideNetwork);
    if (wideSeconds > 0) this.#networks.giveBack(network);
    return wideSeconds;
  }

  release({ network, wideNetwork }: Networks): void {
    this.#networks.release(network);
    if (wideNetwork !== undefined) this.#wideNetworks.release(wideNetwork);
  }

  charge({ network, wideNetwork }: Networks, requests: number): void {
    this.#networks.charge(network, requests);
    if (wideNetwork !== undefined) this.#wideNetworks.charge(wideNetwork, requests);
  }

  giveBack({ network, wideNetwork }: Networks): void {
    this.#networks.giveBack(network);
    if (wideNetwork !== undefined) this.#wideNetworks.giveBack(wideNetwork);
  }

  /** Tells whether nothing of the allowance is left. */
  isUsedUp(networks: Networks): boolean {
    const isUsedUp = this.acquire(networks) > 0;
    if (!isUsedUp) this.giveBack(networks);
    return isUsedUp;
  }

  /** Counts a request that has ended already. */
  count(networks: Networks): void {
    if (this.acquire(networks) === 0) this.release(networks);
  }
}
