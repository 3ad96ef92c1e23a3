import type { z } from "zod";
import { type UnknownFields, unknownFields, withParameters } from "#lib/kernel/unknown-fields";

/**
 * Returns what a write sends and nobody reads: the fields of its body that the schema does not have, and every query
 * parameter, as writes take none (additions §1).
 */
export function unknownInWrite(schema: z.ZodObject, body: unknown, url: URL): UnknownFields {
  // PostgreSQL cannot store NUL, and a job keeps its warnings.
  const names = [...new Set(url.searchParams.keys())].map((name) => name.replaceAll("\0", "\u{FFFD}"));
  return withParameters(unknownFields(schema, body), names, Object.keys(schema.shape));
}
