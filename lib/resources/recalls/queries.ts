import { and, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { patient } from "#lib/db/schema";
import { keyset } from "#lib/definitions/keyset";
import { defineList, type Listed, recordColumns } from "#lib/definitions/list";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { isOfPatient } from "#lib/definitions/survivors";
import { calendarDate } from "#lib/kernel/fields";
import { namedRecord } from "#lib/kernel/named-record";
import { type RecallModel, recallModel } from "./model.ts";
import { recall } from "./table.ts";

/** Returns a stored recall as the interface has it. */
export const toRecall = (row: Listed<typeof recall>): RecallModel => ({
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
  set_aside: row.setAside,
});

/** GET /recalls: earliest due date first (decisions §5). */
export const listRecalls = defineList({
  path: "/recalls",
  embed: { narrows: "patient_mrn" },
  summary: "List recalls with their actions",
  permission: "recalls:read",
  patientData: true,
  key: "recalls",
  model: recallModel,
  table: recall,
  synced: true,
  order: keyset("asc", recall.dueDate, recall.id),
  sortable: { due_date: recall.dueDate, reason: recall.reason, status: recall.status },
  filters: {
    patient_mrn: z.string().max(200, "must have at most 200 characters").optional(),
    status: z.enum(["open", "closed"], { error: "must be one of open, closed" }).optional(),
    due_before: calendarDate("any").optional().describe("YYYY-MM-DD; recalls due before this day"),
  },
  where: ({ query, linkedAccountId }) =>
    and(
      query.patient_mrn ? isOfPatient(recall.patientMrn, linkedAccountId, query.patient_mrn) : undefined,
      query.status ? eq(recall.status, query.status) : undefined,
      query.due_before ? lt(recall.dueDate, query.due_before) : undefined,
    ),
  toModel: toRecall,
});

/** GET /recalls/{id}. */
export const getRecall = defineQuery({
  path: "/recalls/{id}",
  embed: { answer: "recall" },
  summary: "Get a recall with its actions",
  permission: "recalls:read",
  patientData: true,
  query: noQuery,
  reads: [recall, patient],
  body: z.object({ recall: recallModel }),
  async read({ tx, linkedAccountId, params }) {
    const found = await namedRecord(params, "Recall", (id) =>
      tx
        .select(recordColumns(recall))
        .from(recall)
        .where(and(eq(recall.linkedAccountId, linkedAccountId), eq(recall.id, id))),
    );
    return { recall: toRecall(found) };
  },
});
