/** A key that a rotation has replaced stays in the list, with the time from which it is no longer used for new values. */
export interface ReplaceableKey {
  readonly replacedAt?: string | undefined;
}

/**
 * The keys for one use, the newest first. A new key is only used when the one after it has been replaced: that may be
 * in the future, so that every server knows the new key before the first value is created with it.
 */
export class KeyRing<Key extends ReplaceableKey> {
  #keys: readonly Key[];

  constructor(keys: readonly Key[]) {
    this.#keys = keys;
  }

  /** Exchanges the keys of all users of this ring. */
  replace(keys: readonly Key[]): void {
    this.#keys = keys;
  }

  /** The key for new values. */
  get current(): Key {
    let index = 0;
    while (timeOf(this.#keys[index + 1]) > Date.now()) index += 1;
    return this.#keys[index] as Key;
  }

  /** Returns the keys for verifying values that are valid for at most this long, the newest first. */
  valid(lifetimeSeconds: number): readonly Key[] {
    return this.#keys.filter(
      (key) => key.replacedAt === undefined || timeOf(key) + lifetimeSeconds * 1000 > Date.now(),
    );
  }
}

function timeOf(key: ReplaceableKey | undefined): number {
  return Date.parse(key?.replacedAt ?? "1970-01-01T00:00:00Z");
}
