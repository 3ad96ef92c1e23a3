import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { recordChange } from "#lib/db/schema";
import { commaList } from "#lib/definitions/comma-list";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { parseId } from "#lib/kernel/id";
import { CHANGE_KINDS } from "./kinds.ts";
import { askedKinds, changeModel, toChange } from "./model.ts";

/** An entry of the feed with what it changed, for people. */
const pastChange = changeModel
  .omit({ cursor: true })
  .extend({
    made_by: z
      .enum(["emr", "job", "here"])
      .describe("`emr`: found in the EMR; `job`: by `job_id`; `here`: by a person here without a job"),
    differences: z
      .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
      .describe(
        "What each of `updated_fields` showed before and after; of a deleted record all that it showed. Empty for entries of versions before this route",
      ),
  })
  .meta({ id: "PastChange" });

/** Returns whose a change was. Entries of versions that did not keep it name the job alone. */
function madeBy({ own, jobId }: { own: boolean; jobId: number | null }): z.infer<typeof pastChange>["made_by"] {
  if (jobId !== null) return "job";
  return own ? "here" : "emr";
}

/** Returns the condition for the entries of a record; a text that is no id names none. */
function ofRecord(given: string): SQL {
  const id = parseId(given);
  return id === null ? sql`false` : eq(recordChange.recordId, id);
}

/** GET /changes/history: what has changed of a record or of a patient's records, newest first (decisions §15). */
export const listPastChanges = defineList({
  path: "/changes/history",
  embed: "account",
  summary: "What has changed of a record or of a patient's records, newest first, with what was there before",
  description:
    "For people who look at a record; a copy is kept by `GET /changes`. Entries are kept for 30 days. Each kind needs its own read permission.",
  permission: "changes:read",
  patientData: true,
  key: "changes",
  model: pastChange,
  table: recordChange,
  order: keyset("desc", recordChange.position),
  filters: {
    kinds: commaList(CHANGE_KINDS).optional().describe("By default all that the caller may read"),
    record_id: z.string().optional().describe("Id here of one record"),
    patient_mrn: z.string().optional().describe("The patient and the records that name them"),
  },
  where({ permissions, query: { kinds, record_id: record, patient_mrn: mrn } }) {
    return and(
      sql`${recordChange.kind} = ANY (${sql.param([...askedKinds(kinds, permissions)])}::text[])`,
      record === undefined ? undefined : ofRecord(record),
      mrn === undefined ? undefined : eq(recordChange.patientMrn, mrn),
    );
  },
  toModel(row) {
    const { cursor: _, ...change } = toChange(row);
    return { ...change, made_by: madeBy(row), differences: row.differences };
  },
});
