const STEP_MS = 100;

/**
 * Delays a result to the next full step after the start, so that the response time does not reveal whether an account
 * exists.
 */
export async function withConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const elapsed = performance.now() - startedAt;
  await new Promise((resolve) => setTimeout(resolve, STEP_MS - (elapsed % STEP_MS)));
  return result;
}
