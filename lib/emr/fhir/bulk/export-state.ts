import { z } from "zod";
import { EXPORT_LEVELS } from "./levels.ts";

const since = {
  /** When the export was first asked for, by this machine's clock (ISO 8601). */
  since: z.string(),
  /** Epoch milliseconds before which the server is not asked again. */
  notBefore: z.number(),
  /** How often the server has failed to answer since it last did. */
  faults: z.number().int(),
};

const level = z.enum(EXPORT_LEVELS);

/** A resource, with the moment of its last change as ISO 8601. */
export const changedResource = z.object({ id: z.string(), at: z.string() });

export type ChangedResource = z.infer<typeof changedResource>;

/**
 * An export of what changed alone: since when, and by type the resources that changed last of those that were exported before.
 * They must be in it, or it is not what it should be.
 */
const changes = z
  .object({ since: z.string(), known: z.record(z.string(), z.array(changedResource)) })
  .nullable()
  .default(null);

export type AskedChanges = NonNullable<z.infer<typeof changes>>;

/**
 * An export, as the sync keeps it. `asked`: the server has not begun it. `begun`: `status` is its address, `at` the moment
 * at which it began by the server's clock. `failed`: kinds are read without it.
 */
export const exportState = z.discriminatedUnion("is", [
  z.object({ is: z.literal("asked"), level, changes, ...since }),
  z.object({
    is: z.literal("begun"),
    level,
    changes,
    /** The types that the server was asked for. */
    types: z.array(z.string()).nullable().default(null),
    status: z.string(),
    at: z.string().nullable(),
    polls: z.number().int(),
    ...since,
  }),
  z.object({ is: z.literal("failed"), reason: z.string() }),
]);

export type ExportState = z.infer<typeof exportState>;

export type BegunExport = Extract<ExportState, { is: "begun" }>;

/** Parses the state that a sync keeps; null for text of another version of this product, after which an export is asked for anew. */
export function parsedState(text: string | null): ExportState | null {
  if (text === null) return null;
  try {
    return exportState.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
