type Fields = Partial<Record<"status" | "code" | "cause", unknown>>;

/** Returns whether the request got no response because of the network, even if another error wraps the client's. */
export function isLost(error: unknown): boolean {
  const { status, code, cause }: Fields = typeof error === "object" && error !== null ? error : {};
  return code === "" || status === 0 || (cause !== undefined && isLost(cause));
}
