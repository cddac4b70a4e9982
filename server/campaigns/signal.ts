/** Lets a loop wait for an event or a timeout. An event that nobody waits for is lost. */
export class Signal {
  #endWait = () => {};

  notify(): void {
    this.#endWait();
  }

  wait(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
