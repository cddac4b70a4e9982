import { z } from "zod";

/** Text that PostgreSQL can store: without NUL and without lone surrogates. */
export const storedText = () =>
  z.string().refine((text) => !text.includes("\0") && !/\p{Surrogate}/u.test(text));
