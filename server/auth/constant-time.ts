const STEP_MILLISECONDS = 100;

/**
 * Holds an answer back to the next full step after the start, so that the time it took does not tell whether there was
 * an account to write to.
 */
export async function withConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const elapsed = performance.now() - startedAt;
  await new Promise((resolve) => setTimeout(resolve, STEP_MILLISECONDS - (elapsed % STEP_MILLISECONDS)));
  return result;
}
