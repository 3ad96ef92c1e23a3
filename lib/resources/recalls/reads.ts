import { and, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { recall } from "#lib/db/schema";
import { keyset } from "#lib/definitions/keyset";
import { defineList, type Listed, recordColumns } from "#lib/definitions/list";
import { defineRead, noQuery } from "#lib/definitions/read";
import { notFound } from "#lib/kernel/api-error";
import { calendarDate } from "#lib/kernel/fields";
import { parseId } from "#lib/kernel/id";
import { type RecallModel, recallModel } from "./model.ts";

const toModel = (row: Listed<typeof recall>): RecallModel => ({
  id: row.id,
  patient_mrn: row.patientMrn,
  patient_name: row.patientName,
  reason: row.reason,
  due_date: row.dueDate,
  status: row.status,
  actions: row.actions.map(({ id, actionTaken, note, at }) => ({
    id,
    action_taken: actionTaken,
    note,
    created_at: at,
  })),
});

/** GET /recalls: what is due first comes first (decisions §5). */
export const listRecalls = defineList({
  path: "/recalls",
  summary: "List recalls with what was done about them",
  permission: "recalls:read",
  patientData: true,
  key: "recalls",
  model: recallModel,
  table: recall,
  order: keyset("asc", recall.dueDate, recall.id),
  filters: {
    patient_mrn: z.string().max(200, "must have at most 200 characters").optional(),
    status: z.enum(["open", "closed"], { error: "must be one of open, closed" }).optional(),
    due_before: calendarDate.optional().describe("YYYY-MM-DD; those due on an earlier day"),
  },
  where: ({ query }) =>
    and(
      query.patient_mrn ? eq(recall.patientMrn, query.patient_mrn) : undefined,
      query.status ? eq(recall.status, query.status) : undefined,
      query.due_before ? lt(recall.dueDate, query.due_before) : undefined,
    ),
  toModel,
});

/** GET /recalls/{id}; a malformed id is an unknown one (decisions §11). */
export const getRecall = defineRead({
  path: "/recalls/{id}",
  summary: "One recall with what was done about it",
  permission: "recalls:read",
  patientData: true,
  query: noQuery,
  body: z.object({ recall: recallModel }),
  async read({ tx, linkedAccountId, params }) {
    const id = parseId(params.id ?? "");
    const [found] = id
      ? await tx
          .select(recordColumns(recall))
          .from(recall)
          .where(and(eq(recall.linkedAccountId, linkedAccountId), eq(recall.id, id)))
      : [];
    if (!found) throw notFound("Recall");
    return { recall: toModel(found) };
  },
});
