import { expect, test } from "vitest";
import { findDecodingProblem } from "./picture-decoder.ts";

/** The parts of libvips that write a picture, which the server does not use. */
interface Encoder {
  readonly Image: {
    gaussnoise(
      width: number,
      height: number,
    ): {
      jpegsaveBuffer(options: { interlace: boolean; Q: number }): Uint8Array;
    };
  };
}

test("damaged pictures keep no memory from the next one", async () => {
  const { default: createVips } = await import("wasm-vips");
  const { Image } = (await createVips({ dynamicLibraries: [] } as never)) as unknown as Encoder;
  const size = { width: 3_900, height: 2_050 };
  // libvips keeps a progressive picture in memory as a whole, until it has read the last scan.
  const whole = Buffer.from(
    Image.gaussnoise(size.width, size.height).jpegsaveBuffer({ interlace: true, Q: 60 }),
  );
  const damaged = whole.subarray(0, whole.length / 2);
  const problems = [];
  for (let attempt = 0; attempt < 14; attempt += 1)
    problems.push(await findDecodingProblem(damaged, "image/jpeg", size));
  expect(new Set(problems)).toEqual(new Set(["pictureDamaged"]));
  expect(await findDecodingProblem(whole, "image/jpeg", size)).toBeUndefined();
});
