/** Lets a loop wait for an event or a timeout. An event that nobody waits for is lost. */
export class Signal {
  #wake = () => {};

  notify(): void {
    this.#wake();
  }

  wait(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
