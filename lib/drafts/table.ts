import { bigint, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment, tenant } from "#lib/db/tables/columns";
import type { Actor } from "#lib/kernel/principal";

/**
 * Operations that an assistant has drafted and no person has sent yet (decisions §2). Discarding deletes the row; sending
 * marks it in the transaction that accepts the operation.
 */
export const draft = pgTable(
  "draft",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    /** Id of the operation. */
    operation: text("operation").notNull(),
    /** The values of the operation's form: the request's body and the parameters of its path. */
    fields: jsonb("fields").$type<Record<string, unknown>>().notNull(),
    patientMrn: text("patient_mrn"),
    /** The person and the token through which it was drafted. */
    draftedBy: jsonb("drafted_by").$type<Actor>().notNull(),
    tokenId: uuid("token_id").notNull(),
    /** The job that it became; null while it waits for a person. */
    jobId: bigint("job_id", { mode: "number" }),
    sentAt: moment("sent_at"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "draft_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.createdAt, table.id),
  ],
);
