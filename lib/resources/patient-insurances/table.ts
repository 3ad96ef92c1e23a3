import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { written } from "#lib/db/tables/columns";
import type { Relationship } from "#lib/emr/port/relationships";

/** The insurances of patients that were created through this interface, as the EMR has them. */
export const patientInsurance = pgTable(
  "patient_insurance",
  {
    ...written(),
    patientMrn: text("patient_mrn").notNull(),
    payerId: text("payer_id"),
    payerName: text("payer_name").notNull(),
    memberId: text("member_id").notNull(),
    groupNumber: text("group_number"),
    priority: integer("priority").notNull(),
    relationship: text("relationship").$type<Relationship>().notNull(),
    subscriber: text("subscriber"),
    /** Null until the EMR has it. */
    emrInsuranceId: text("emr_insurance_id"),
  },
  (table) => [
    primaryKey({ name: "patient_insurance_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.patientMrn),
    index().on(table.jobId),
  ],
);
