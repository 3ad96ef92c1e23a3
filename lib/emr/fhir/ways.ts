import { z } from "zod";

/**
 * How the bounds of some days are asked for: as two moments, as two days, as the one day itself, or not at all by a server that
 * takes none beside the practitioner or the patient.
 */
const dayForm = z.enum(["moments", "days", "day", "none"]);

export type DayForm = z.infer<typeof dayForm>;

/**
 * How a type is read whose search for all is refused. `practitioner`: for one practitioner and some days. `schedule`: for one
 * schedule of a practitioner and some days. `patient`: for one patient. `id`: by the ids alone that other records name. `export`:
 * from an export at each reading, as no search is answered from which it could be read.
 */
export const way = z.object({
  by: z.enum(["practitioner", "schedule", "patient", "id", "export"]),
  /** The form of the days, and the most days of one search; null if the search has no days. */
  form: dayForm.default("none"),
  days: z.number().int().positive().nullable().default(null),
  /** True if several ids may stand in one search by `_id`. */
  several: z.boolean().default(false),
});

export type Way = z.infer<typeof way>;

/** The ways of the types that cannot be searched for all, by type; a type that cannot be read at all has none. */
export const ways = z.record(z.string(), way).catch({}).default({});

interface Readable {
  readable: readonly string[] | null;
  ways: z.infer<typeof ways>;
}

/** Returns whether a search of all of a type answered the last probe; all count as readable without one. */
export const isReadable = ({ readable }: Pick<Readable, "readable">, type: string): boolean =>
  readable === null || readable.includes(type);

/** Returns the way in which a type is read that cannot be searched for all; null if it can, or cannot be read at all. */
export const wayOf = (findings: Readable, type: string): Way | null =>
  isReadable(findings, type) ? null : (findings.ways[type] ?? null);

/** Returns whether a type can be searched by a parameter such as `patient`: as all can, or as this is the only way. */
export const isSearchedBy = (findings: Readable, type: string, by: Way["by"]): boolean =>
  isReadable(findings, type) || findings.ways[type]?.by === by;
