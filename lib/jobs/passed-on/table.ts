import { bigint, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, tenant } from "#lib/db/tables/columns";

/** An operation that was passed on to an EMR of this same interface, and ends when that EMR's event arrives. */
export const passedOn = pgTable(
  "passed_on",
  {
    ...tenant(),
    jobId: bigint("job_id", { mode: "number" }).notNull(),
    /** SHA-256 of the token in the callback's address, which is made for this job alone. */
    callbackHash: text("callback_hash").notNull(),
    sentAt: moment("sent_at"),
    /** The EMR's answer: its own job id and identifiers. */
    answer: jsonb("answer").$type<Record<string, unknown>>(),
    /** Without an event until then, a person decides. */
    dueAt: moment("due_at"),
    receivedAt: moment("received_at"),
  },
  (table) => [
    primaryKey({ name: "passed_on_pk", columns: [table.organizationId, table.jobId] }),
    index().on(table.linkedAccountId, table.dueAt),
  ],
);
