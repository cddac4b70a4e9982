import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

/** Work whose calls the test ends. */
function heldWork() {
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = oneAtATime(
    (name: string) =>
      new Promise<string>((resolve, reject) => {
        started.push(name);
        ends.set(name, (error) => (error ? reject(error) : resolve(name)));
      }),
  );
  return { started, run, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

test("a file is read when the one before it is done, even if that one failed", async () => {
  const { started, run, end } = heldWork();
  const [first, second, third] = [run("first"), run("second"), run("third")];
  await Promise.resolve();
  expect(started).toEqual(["first"]);
  end("first", new Error("damaged"));
  await expect(first).rejects.toThrow("damaged");
  await expect.poll(() => started).toEqual(["first", "second"]);
  end("second");
  expect(await second).toBe("second");
  await expect.poll(() => started).toEqual(["first", "second", "third"]);
  end("third");
  expect(await third).toBe("third");
});

test("four files wait, one more is refused, and has a place when one is done", async () => {
  const { started, run, end } = heldWork();
  const first = run("first");
  const waiting = ["1", "2", "3", "4"].map((name) => run(name));
  await expect(run("one more")).rejects.toThrow("Other files are being read. Please try again in a minute.");
  end("first");
  await first;
  waiting.push(run("later"));
  for (const name of ["1", "2", "3", "4", "later"]) {
    await expect.poll(() => started).toContain(name);
    end(name);
  }
  expect(await Promise.all(waiting)).toEqual(["1", "2", "3", "4", "later"]);
});
