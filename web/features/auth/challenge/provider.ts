/** The API that Turnstile and hCaptcha share when a page renders their box explicitly. */
interface ProviderApi {
  render(box: HTMLElement, options: Record<string, unknown>): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

export type ProviderKind = "turnstile" | "hcaptcha";

const SCRIPTS: Record<ProviderKind, string> = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
  hcaptcha: "https://js.hcaptcha.com/1/api.js?render=explicit",
};

interface Callbacks {
  accept(token: string): void;
  expire(): void;
  fail(): void;
}

export interface ProviderWidget {
  reset(): void;
  remove(): void;
}

const loading = new Map<ProviderKind, Promise<void>>();

/** Renders the provider's box. Only this function loads the provider's script from its host. */
export async function renderProvider(
  box: HTMLElement,
  kind: ProviderKind,
  siteKey: string,
  { accept, expire, fail }: Callbacks,
): Promise<ProviderWidget> {
  await load(kind);
  const api = (window as unknown as Record<ProviderKind, ProviderApi>)[kind];
  const isDark = getComputedStyle(document.documentElement).colorScheme === "dark";
  const widget = api.render(box, {
    sitekey: siteKey,
    theme: isDark ? "dark" : "light",
    size: kind === "turnstile" ? "flexible" : "normal",
    callback: accept,
    "expired-callback": expire,
    "chalexpired-callback": expire,
    "timeout-callback": expire,
    "error-callback": fail,
  });
  return { reset: () => api.reset(widget), remove: () => api.remove(widget) };
}

function load(kind: ProviderKind): Promise<void> {
  const known = loading.get(kind);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = SCRIPTS[kind];
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      // The next attempt loads the script again.
      loading.delete(kind);
      script.remove();
      reject(new Error("the provider's script did not load"));
    };
    document.head.append(script);
  });
  loading.set(kind, loaded);
  return loaded;
}
