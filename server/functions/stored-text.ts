import { z } from "zod";

/** Text that the database can hold. At NUL or at half a character it would fail in the midst of a deed. */
export const storedText = () =>
  z.string().refine((text) => !text.includes("\0") && !/\p{Surrogate}/u.test(text));
