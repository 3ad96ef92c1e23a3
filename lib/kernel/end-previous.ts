import { z } from "zod";

/** Returns the field of a rotation that ends what it replaces at once; `what`: the secrets or keys, in the plural. */
export const endPrevious = (what: "secrets" | "keys") =>
  z
    .boolean({ error: "must be true or false" })
    .optional()
    .describe(`Ends all earlier ${what} at once, as after a leak. Default: false`);
