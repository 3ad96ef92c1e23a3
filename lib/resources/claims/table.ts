import { index, numeric, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { asOf, day, moment, setAside, tenant } from "#lib/db/tables/columns";

export const claim = pgTable(
  "claim",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    setAside: setAside(),
    asOf: asOf(),
    emrClaimId: text("emr_claim_id").notNull(),
    patientMrn: text("patient_mrn").notNull(),
    serviceDate: day("service_date").notNull(),
    claimStatus: text("claim_status").notNull(),
    claimStatusDescription: text("claim_status_description").notNull(),
    totalCharge: numeric("total_charge", { precision: 12, scale: 2 }).notNull(),
    balance: numeric("balance", { precision: 12, scale: 2 }).notNull(),
    /** Time of the last change to the stored values. */
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "claim_pk", columns: [table.organizationId, table.id] }),
    unique("claim_emr_claim_id_key").on(table.organizationId, table.linkedAccountId, table.emrClaimId),
    index().on(table.linkedAccountId, table.serviceDate, table.id),
    index().on(table.linkedAccountId, table.patientMrn, table.serviceDate),
  ],
);
