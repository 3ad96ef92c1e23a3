import { z } from "zod";

/** A comma-separated parameter of texts, such as ids; blank ones do not count. */
export const textList = (most: number) =>
  z
    .string({ error: "must be a string" })
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    )
    .pipe(
      z
        .array(z.string().max(200, "must have entries of at most 200 characters"))
        .max(most, `must have at most ${most} entries`),
    );
