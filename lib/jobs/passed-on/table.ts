import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { moment, tenant } from "#lib/db/tables/columns";

/** An EMR's refusal that the caller of the operation gets as it is (decisions §4). */
export interface Refusal {
  /** The status of the EMR's answer: 400, 404 or 409. */
  status: number;
  message: string;
  /** Further fields of the EMR's answer, such as the job in progress of a 409 (interface 3.3). */
  extra?: Readonly<Record<string, string | number>>;
}

/** An operation that was passed on to an EMR of this same interface, and ends when that EMR's event arrives. */
export const passedOn = pgTable(
  "passed_on",
  {
    ...tenant(),
    jobId: bigint("job_id", { mode: "number" }).notNull(),
    /** SHA-256 of the token in the callback's address, which is made for this job alone. */
    callbackHash: text("callback_hash").notNull(),
    /** True while the operation's caller waits for the EMR's own answer. */
    callerWaits: boolean("caller_waits").notNull().default(false),
    /** The refusal that the waiting caller got instead of an acceptance: the job was withdrawn. */
    refusal: jsonb("refusal").$type<Refusal>(),
    /** Begin of the last sending; null before the first, and after one that certainly sent nothing. */
    sentAt: moment("sent_at"),
    /** The EMR's answer: its own job id and identifiers. */
    answer: jsonb("answer").$type<Record<string, unknown>>(),
    /** Without an event until then, the outcome is unknown. */
    dueAt: moment("due_at").notNull(),
    /** Arrival of the event that ended the operation in the EMR. */
    receivedAt: moment("received_at"),
    /** Id of that event, by which its repetitions are recognized. */
    eventId: text("event_id"),
  },
  (table) => [
    primaryKey({ name: "passed_on_pk", columns: [table.organizationId, table.jobId] }),
    unique("passed_on_callback_key").on(table.organizationId, table.callbackHash),
    index().on(table.linkedAccountId, table.dueAt),
  ],
);
