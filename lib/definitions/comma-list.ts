import { z } from "zod";

/** A parameter that names one or more of known values, comma-separated; another one is refused with all of them. */
export const commaList = <const Value extends string>(values: readonly Value[]) =>
  z
    .string({ error: "must be a string" })
    .transform((text) => text.split(",").map((part) => part.trim()))
    .pipe(z.array(z.enum(values, { error: `must be one of ${values.join(", ")}` })));
