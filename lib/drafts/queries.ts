import { isNull } from "drizzle-orm";
import { keyset } from "#lib/definitions/keyset";
import { defineList, type Listed } from "#lib/definitions/list";
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
