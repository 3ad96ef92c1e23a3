import { updateOf } from "#lib/db/write";
import { endId } from "#lib/definitions/passed-on-end";
import type { OperationRunner } from "#lib/definitions/runner";
import { type EmrConnection, EmrError, type EmrPatientNote } from "#lib/emr/port/port";
import { patientNote } from "#lib/resources/patient-notes/table";
import { patientEhrId } from "#lib/resources/patients/known-patient";
import type { createPatientNote } from "./definition.ts";

type Prepared = Omit<EmrPatientNote, "categoryIds"> & { tags: string[] };

/** Resolves category names, ignoring case, to the practice's categories (interface 4.5). */
async function categoriesOf(tags: string[], emr: EmrConnection, signal: AbortSignal): Promise<string[]> {
  if (tags.length === 0) return [];
  const ids = new Map((await emr.listNoteCategories(signal)).map(({ id, name }) => [name.trim().toLowerCase(), id]));
  const unmatched = tags.filter((tag) => !ids.has(tag.toLowerCase()));
  if (unmatched.length > 0)
    throw new EmrError("validation", `note category not found: ${unmatched.join(", ")}`, { code: "value_not_found" });
  return [...new Set(tags.map((tag) => ids.get(tag.toLowerCase()) ?? ""))];
}

/** Writes the note to the patient's chart after resolving its categories. */
export const runPatientNote: OperationRunner<typeof createPatientNote, Prepared, string> = {
  prepare: async ({ tx, tenant, input }) => ({
    patientEhrId: await patientEhrId(tx, tenant.linkedAccountId, input.patient_mrn),
    subject: input.subject,
    note: input.note,
    locationEmrId: input.location_id ?? null,
    tags: input.tags ?? [],
  }),

  async run({ tags, ...note }, { emr, idempotencyKey, signal }) {
    const categoryIds = await categoriesOf(tags, emr, signal);
    return (await emr.createPatientNote({ ...note, categoryIds }, { idempotencyKey, signal })).emrNoteId;
  },

  async complete({ identifiers, input, result: emrNoteId }) {
    const writes = [updateOf(patientNote, identifiers.patient_note_id, { emrNoteId })];
    const { patient_mrn, subject, note, location_id = null } = input;
    return { data: { ...identifiers, emr_note_id: emrNoteId, patient_mrn, location_id, subject, note }, writes };
  },

  fromEvent: async (_stored, end) => endId(end, "emr_note_id"),

  held: { result: async (_stored, emrId) => emrId },
};
