import { z } from "zod";

/** For calls that need a Bearer token: a user's access token, or an API key. */
export const bearerRequired = z.looseObject({ authorization: z.string() });

export const bucketParams = z.object({ bucket: z.string() });
export const objectParams = z.object({ bucket: z.string(), "*": z.string() });

// The protocol converts values of another type where it can: "60" is 60, null is "", and one path is a list of one.
export const text = z.preprocess((value) => (isScalar(value) ? String(value ?? "") : value), z.string());
export const integer = (schema: z.ZodNumber) =>
  z.preprocess((value) => (isScalar(value) && value !== "" ? Number(value) : value), schema);

/** Ten years. */
const MAX_LINK_SECONDS = 315_360_000;
export const linkSeconds = integer(z.int().min(1).max(MAX_LINK_SECONDS));

export const objectNames = z.preprocess(
  (value) => (isScalar(value) ? [value] : value),
  z.array(text).min(1).max(1000),
);

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
