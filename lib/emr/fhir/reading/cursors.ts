import { z } from "zod";
import { filePlace } from "#lib/emr/fhir/bulk/file-place";
import { searchMark, searchPlace } from "./pages.ts";

/** The place in a reading of a kind: the source in progress, and the marks of those before. */
export const readingPlace = z.object({
  type: z.string(),
  place: z.union([searchPlace, filePlace]),
  marks: z.record(z.string(), searchMark.nullable()),
  /** Why the sources before are not known to have been read whole. */
  doubts: z.array(z.string()).default([]),
});

export type ReadingPlace = z.infer<typeof readingPlace>;

/** The watermark of a kind: the mark of each type of resource. */
export const watermark = z.record(z.string(), searchMark);

/** Parses a cursor or a watermark; null for text of another version of this product, after which reading begins anew. */
export function parsed<Value>(schema: z.ZodType<Value>, text: string | null): Value | null {
  if (text === null) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
