/** What the operator decides and a browser may know. */
export interface Settings {
  readonly backendUrl: string;
  readonly publishableKey: string;
  readonly botChallenge: {
    readonly kind: "altcha" | "turnstile" | "hcaptcha" | "off";
    readonly url?: string;
    readonly siteKey?: string;
  };
  readonly support: {
    readonly email?: string;
    readonly phone?: string;
    readonly whatsapp?: string;
    readonly address?: string;
  };
  readonly upi: { readonly id?: string; readonly name?: string };
}

/** The server writes them into the page, where they cost no request; while developing, nobody does. */
const fetched =
  import.meta.env.DEV && !import.meta.env.SSR ? await (await fetch("/config.json")).json() : undefined;

let read: Settings | undefined;

export function settings(): Settings {
  read ??= (fetched ?? JSON.parse(document.getElementById("settings")?.textContent ?? "")) as Settings;
  return read;
}
