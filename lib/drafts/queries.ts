import { and, count, eq, isNull, max } from "drizzle-orm";
import { z } from "zod";
import { keyset } from "#lib/definitions/keyset";
import { defineList, type Listed } from "#lib/definitions/list";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { momentText } from "#lib/kernel/date-texts";
import { type DraftModel, draftModel } from "./model.ts";
import { draft } from "./table.ts";

const toDraft = (row: Listed<typeof draft>): DraftModel => ({
  id: row.id,
  operation: row.operation,
  fields: row.fields,
  patient_mrn: row.patientMrn,
  patient_name: row.patientName,
  drafted_by: row.draftedBy.name,
  created_at: row.createdAt.toISOString(),
});

/** GET /drafts: drafts of the linked account that nobody has sent, oldest first (decisions §2). */
export const listDrafts = defineList({
  path: "/drafts",
  embed: "account",
  summary: "List the drafts of assistants that wait for a person",
  description:
    "A person sends a draft by the operation's own route with its id in `X-Draft`, changed or not. API clients do not have this permission.",
  permission: "drafts:read",
  patientData: true,
  key: "drafts",
  model: draftModel,
  table: draft,
  order: keyset("asc", draft.createdAt, draft.id),
  where: () => isNull(draft.jobId),
  toModel: toDraft,
});

/** GET /drafts/count: how many drafts wait, without anything of a patient, so that a page may ask often. */
export const countDrafts = defineQuery({
  path: "/drafts/count",
  embed: "account",
  summary: "Count the drafts of assistants that wait for a person",
  permission: "drafts:read",
  patientData: false,
  query: noQuery,
  body: z.object({
    count: z.number().int(),
    newest: momentText.nullable().describe("`created_at` of the newest one, ISO 8601; null if none waits"),
  }),
  atOnce: true,
  async read({ tx, linkedAccountId }) {
    const [found] = await tx
      .select({ count: count(), newest: max(draft.createdAt) })
      .from(draft)
      .where(and(eq(draft.linkedAccountId, linkedAccountId), isNull(draft.jobId)));
    return { count: found?.count ?? 0, newest: found?.newest?.toISOString() ?? null };
  },
});
