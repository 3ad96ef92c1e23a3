import { index, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { day, written } from "#lib/db/tables/columns";

export const payment = pgTable(
  "payment",
  {
    ...written(),
    patientMrn: text("patient_mrn").notNull(),
    paymentMethod: text("payment_method").notNull(),
    referenceNumber: text("reference_number").notNull(),
    location: text("location").notNull(),
    amount: numeric("amount", { precision: 12, scale: 2 }).notNull(),
    notes: text("notes"),
    depositDate: day("deposit_date").notNull(),
    emrTransactionId: text("emr_transaction_id"),
  },
  (table) => [
    primaryKey({ name: "payment_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.patientMrn),
    index().on(table.jobId),
    // The payments of a day.
    index().on(table.linkedAccountId, table.createdAt),
  ],
);
