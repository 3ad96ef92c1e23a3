import { bigint, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { asOf, createdAt, day, moment, setAside, tenant } from "#lib/db/tables/columns";

export const referral = pgTable(
  "referral",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    setAside: setAside(),
    asOf: asOf(),
    /** The EMR's id; null until the EMR has created the referral, and for good if the creation failed. */
    ehrId: text("ehr_id"),
    /** The job that created the referral through this interface; null for one from a sync. */
    jobId: bigint("job_id", { mode: "number" }),
    patientMrn: text("patient_mrn").notNull(),
    /** The EMR's id of the patient, by which a changed MRN reaches the referral; null if the EMR shows the MRN alone. */
    patientEhrId: text("patient_ehr_id"),
    direction: text("direction", { enum: ["incoming", "outgoing"] }).notNull(),
    /** A label from the EMR's list. */
    status: text("status"),
    priority: text("priority", { enum: ["routine", "urgent", "stat"] }),
    reason: text("reason").notNull(),
    notes: text("notes"),
    priorAuthorizationCode: text("prior_authorization_code"),
    specialty: text("specialty"),
    locationId: text("location_id"),
    startDate: day("start_date"),
    endDate: day("end_date"),
    visitsAllowed: integer("visits_allowed"),
    assignedToId: text("assigned_to_id"),
    /** The id of a stored referring provider. */
    referringProviderId: uuid("referring_provider_id"),
    /** The EMR's id of the referring provider, by which it is found if it is stored after the referral. */
    referringProviderEhrId: text("referring_provider_ehr_id"),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "referral_pk", columns: [table.organizationId, table.id] }),
    unique("referral_ehr_id_key").on(table.organizationId, table.linkedAccountId, table.ehrId),
    index().on(table.linkedAccountId, table.createdAt, table.id),
    index().on(table.linkedAccountId, table.patientMrn),
    index().on(table.linkedAccountId, table.referringProviderEhrId),
    index().on(table.linkedAccountId, table.patientEhrId),
  ],
);
