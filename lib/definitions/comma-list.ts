import { z } from "zod";

/** A comma-separated parameter of known values. The error for an unknown value lists all valid ones. */
export const commaList = <const Value extends string>(values: readonly Value[]) =>
  z
    .string({ error: "must be a string" })
    .transform((text) => text.split(",").map((part) => part.trim()))
    .pipe(z.array(z.enum(values, { error: `must be one of ${values.join(", ")}` })));
