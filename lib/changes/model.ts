import { z } from "zod";
import type { recordChange } from "#lib/db/schema";
import type { Listed } from "#lib/definitions/list";
import { momentText } from "#lib/kernel/date-texts";
import { forbidden } from "#lib/kernel/domain-error";
import { patientName } from "#lib/kernel/fields";
import { cursorAfter } from "./cursor.ts";
import { CHANGE_KINDS, type ChangeKind, PERMISSION_OF } from "./kinds.ts";

/** An entry of the feed of changes (additions §4). */
export const changeModel = z
  .object({
    kind: z.enum(CHANGE_KINDS),
    change: z.enum(["created", "updated", "deleted"]),
    id: z.string().describe("Id of the record here"),
    ehr_id: z.string().nullable().describe("Id in the EMR; null until the EMR has the record"),
    patient_mrn: z.string().nullable(),
    patient_name: patientName,
    updated_fields: z
      .array(z.string())
      .describe("The fields of the record that show something else than before; empty unless it was updated"),
    record: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe("As its read shows it after the change; null where it is deleted"),
    job_id: z.number().int().nullable().describe("The job of ours that made the change; null for all other changes"),
    noticed_at: momentText.describe("ISO 8601: when the change was stored here"),
    cursor: z.string().describe("Goes on after this entry"),
  })
  .meta({ id: "Change" });

/** Returns the kinds whose changes are asked for: by default those that the caller may read. Throws `forbidden`. */
export function askedKinds(
  given: readonly ChangeKind[] | undefined,
  permissions: ReadonlySet<string>,
): readonly ChangeKind[] {
  if (!given) return CHANGE_KINDS.filter((kind) => permissions.has(PERMISSION_OF[kind]));
  const lacking = given.find((kind) => !permissions.has(PERMISSION_OF[kind]));
  if (lacking) throw forbidden(PERMISSION_OF[lacking]);
  return given;
}

/** Returns an entry as its read shows it. */
export const toChange = (row: Listed<typeof recordChange>): z.infer<typeof changeModel> => ({
  kind: row.kind as ChangeKind,
  change: row.change,
  id: row.recordId,
  ehr_id: row.ehrId,
  patient_mrn: row.patientMrn,
  patient_name: row.patientName,
  updated_fields: row.updatedFields,
  record: row.record,
  job_id: row.jobId,
  noticed_at: row.at.toISOString(),
  cursor: cursorAfter(row.linkedAccountId, row.position),
});
