import type { Share } from "./altcha.ts";

// Tries every `step`-th counter until a derived key starts with the requested prefix. The page terminates the worker.
self.onmessage = async ({ data }: MessageEvent<Share>) => {
  const prefix = data.keyPrefix;
  const nonce = bytesOf(data.nonce);
  const salt = bytesOf(data.salt);
  const password = new Uint8Array(nonce.length + 4);
  password.set(nonce);
  const counterBytes = new DataView(password.buffer, nonce.length);

  for (let counter = data.first; ; counter += data.step) {
    counterBytes.setUint32(0, counter);
    const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    const derivedKey = hexOf(
      await crypto.subtle.deriveBits(
        { name: "PBKDF2", hash: "SHA-256", salt, iterations: data.cost },
        key,
        data.keyLength * 8,
      ),
    );
    if (!derivedKey.startsWith(prefix)) continue;
    self.postMessage({ counter, derivedKey });
    return;
  }
};

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
