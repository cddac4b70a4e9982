/** Returns whether the server responded. Without a response, the same request may succeed later. */
export function hasResponse(error: unknown): error is { readonly message: string } {
  return statusOf(error) !== undefined || hasTableCode(error);
}

/** Returns whether the server turned the request down: it would do so again. Faults and rate limits may pass. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined ? hasTableCode(error) : status !== 429 && status < 500;
}

/**
 * Errors of the functions client hold the response; those of the auth and storage clients hold its status, which is 0 or
 * absent if none arrived.
 */
function statusOf(error: unknown): number | undefined {
  const { status, context } = fieldsOf(error);
  if (context instanceof Response) return context.status;
  return typeof status === "number" && status > 0 ? status : undefined;
}

/** Errors of the tables client hold only a code, which is empty if no response arrived. */
function hasTableCode(error: unknown): boolean {
  const { code } = fieldsOf(error);
  return typeof code === "string" && code !== "";
}

function fieldsOf(error: unknown): { status?: unknown; context?: unknown; code?: unknown } {
  return typeof error === "object" && error !== null ? error : {};
}
