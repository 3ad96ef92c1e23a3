import { z } from "zod";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { momentText } from "#lib/kernel/date-texts";

const moment = momentText.nullable().describe("ISO 8601");

/** The state of one kind of record of an account (decisions §12). */
export const syncKindModel = z
  .object({
    kind: z.enum(SYNC_KINDS),
    status: z
      .enum(["waiting", "running", "fresh", "degraded", "held"])
      .describe(
        "`degraded`: its last readings failed. `held`: the EMR returned suspiciously few records, and nothing was removed",
      ),
    rows: z.number().int().describe("Records of the reading in progress, or of the last one"),
    pages: z.number().int(),
    total: z.number().int().nullable().describe("Records of the whole reading, if the EMR states it"),
    rate: z.number().nullable().describe("Records per second of the reading; null before its second page"),
    set_aside: z.number().int().describe("Records that could not be stored"),
    empty: z.boolean().describe("True if no record of the kind is shown; false for the settings"),
    began_at: moment,
    synced_at: moment.describe("ISO 8601: end of the last complete reading; null before the first"),
    every_seconds: z
      .number()
      .int()
      .nullable()
      .describe(
        "Seconds between two readings of what changed, of visits also those of today and the next seven days; null if the nightly sync alone reads the kind",
      ),
    told: z
      .boolean()
      .describe("True if the EMR tells of each change of the kind at once, too: it is subscribed to, and took that"),
    reason: z.string().nullable().describe("Why the kind is waiting, degraded or held"),
    note: z.string().nullable().describe("How the kind was last read otherwise than it could have been"),
    held: z
      .object({ stored: z.number().int(), seen: z.number().int() })
      .nullable()
      .describe("Numbers of the short answer: stored records, and those of them that the EMR returned"),
  })
  .meta({ id: "SyncKind" });

export type SyncKindModel = z.infer<typeof syncKindModel>;

/** A record that could not be stored. */
export const setAsideModel = z
  .object({
    kind: z.enum(SYNC_KINDS),
    ehr_id: z.string().describe("The EMR's id, or the record's place in its page"),
    reason: z.string(),
    at: momentText.describe("ISO 8601"),
  })
  .meta({ id: "SetAsideRecord" });

/** The body of POST /linked-accounts/{id}/sync. */
export const syncInput = z.object({
  accept_held: z
    .array(z.enum(SYNC_KINDS, { error: `must be one of ${SYNC_KINDS.join(", ")}` }), { error: "must be an array" })
    .max(SYNC_KINDS.length, `must have at most ${SYNC_KINDS.length} entries`)
    .optional()
    .describe("Held kinds whose next complete reading may remove what the EMR no longer returns"),
});
