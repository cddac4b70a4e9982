import { type KeyObject, X509Certificate } from "node:crypto";

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 64 * 1024;
/** Amazon changes its certificate about once a year. */
const MAX_KEPT = 4;
/** Anybody can name certificates that do not exist, and must not make us ask Amazon each time. */
const PAUSE_MS = 10_000;

const TOPIC = /^arn:aws(-cn|-us-gov)?:sns:([a-z]{2,4}(?:-[a-z]+)+-\d):\d{12}:[\w-]{1,256}$/;

export function isSnsTopic(arn: string): boolean {
  return TOPIC.test(arn);
}

/** The host of SNS for a topic. */
export function snsHost(topic: string): string {
  const [, partition, region] = TOPIC.exec(topic) ?? [];
  return `sns.${region}.amazonaws.com${partition === "-cn" ? ".cn" : ""}`;
}

/** The keys by which SNS signs, from its own host alone. */
export class SnsCertificates {
  readonly #host: string;
  readonly #fetch: typeof fetch;
  readonly #kept = new Map<string, { readonly key: KeyObject; readonly validUntil: number }>();
  #nextAt = 0;

  constructor(host: string, request: typeof fetch) {
    this.#host = host;
    this.#fetch = request;
  }

  /** Returns undefined for an address that is not Amazon's, or while no certificate may be requested. */
  async find(address: string): Promise<KeyObject | undefined> {
    if (!address.startsWith(`https://${this.#host}/`)) return undefined;
    if (
      !/^\/SimpleNotificationService-[0-9a-f]{1,64}\.pem$/.test(address.slice(`https://${this.#host}`.length))
    )
      return undefined;
    const kept = this.#kept.get(address);
    if (kept && kept.validUntil > Date.now()) return kept.key;
    if (this.#nextAt > Date.now()) return undefined;
    this.#nextAt = Date.now() + PAUSE_MS;
    const certificate = await this.#request(address);
    if (!certificate) return undefined;
    this.#nextAt = 0;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const found = { key: certificate.publicKey, validUntil: Date.parse(certificate.validTo) };
    this.#kept.set(address, found);
    return found.key;
  }

  async #request(address: string): Promise<X509Certificate | undefined> {
    const response = await this.#fetch(address, {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return undefined;
    const text = await response.text();
    if (text.length > MAX_BYTES) return undefined;
    const certificate = new X509Certificate(text);
    const now = Date.now();
    const isValid = Date.parse(certificate.validFrom) <= now && Date.parse(certificate.validTo) > now;
    return isValid && /^CN=sns\.(?:[\w-]+\.)?amazonaws\.com(?:\.cn)?$/m.test(certificate.subject)
      ? certificate
      : undefined;
  }
}
