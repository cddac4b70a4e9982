import type { Config } from "../config.ts";

/** The operator's settings that pages show. A built page contains %NAME% in place of each setting. */
export function pageSettings(config: Config, publicConfig: unknown): Record<string, string> {
  const digits = (text = "") => text.replace(/\D/g, "");
  return {
    SITE_URL: escapeHtml(config.SITE_URL),
    SUPPORT_EMAIL: escapeHtml(config.SUPPORT_EMAIL),
    SUPPORT_PHONE: escapeHtml(config.SUPPORT_PHONE),
    SUPPORT_PHONE_DIGITS: digits(config.SUPPORT_PHONE),
    SUPPORT_WHATSAPP_DIGITS: digits(config.SUPPORT_WHATSAPP),
    SUPPORT_ADDRESS: escapeHtml(config.SUPPORT_ADDRESS),
    // Inside <script type="application/json">: "<" must not end it.
    CONFIG_JSON: JSON.stringify(publicConfig).replaceAll("<", "\\u003c"),
  };
}

export function fillPlaceholders(page: string, settings: Readonly<Record<string, string>>): string {
  return page.replace(/%([A-Z_]+)%/g, (whole, name: string) => settings[name] ?? whole);
}

function escapeHtml(text = ""): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
