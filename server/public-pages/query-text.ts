import { z } from "zod";

/** A value of a query: the first, if the address repeats it, and no more of it than the form sends. */
export const queryText = (maxLength: number) =>
  z
    .preprocess((value) => (Array.isArray(value) ? value[0] : value), z.string().catch(""))
    .transform((text) => text.trim().slice(0, maxLength));

export const isWholeNumber = (text: string): boolean => /^[0-9]{1,9}$/.test(text);
