import type { BookingLimits } from "../../domain/booking.ts";

/** The operator's settings that a browser may know. */
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
  /** All three values or none. */
  readonly bank: { readonly account?: string; readonly ifsc?: string; readonly name?: string };
  readonly bookings: BookingLimits;
}

/** The server writes the settings into the page, which saves a request. The development server does not. */
const fetched =
  import.meta.env.DEV && !import.meta.env.SSR ? await (await fetch("/config.json")).json() : undefined;

let cached: Settings | undefined;

/** Replaces the settings of a page that was shown from the device by those that the server has sent since. */
export function updateSettings(json: string): void {
  cached = JSON.parse(json) as Settings;
}

export function settings(): Settings {
  cached ??= (fetched ?? JSON.parse(document.getElementById("settings")?.textContent ?? "")) as Settings;
  return cached;
}
