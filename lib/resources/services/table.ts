import { doublePrecision, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { day, written } from "#lib/db/tables/columns";

export const service = pgTable(
  "service",
  {
    ...written(),
    patientMrn: text("patient_mrn").notNull(),
    team: text("team").notNull(),
    serviceType: text("service_type").notNull(),
    formId: text("form_id").notNull(),
    answers: jsonb("answers").$type<Record<string, string>>().notNull(),
    serviceDate: day("service_date").notNull(),
    emrServiceId: text("emr_service_id"),
    emrEpisodeId: text("emr_episode_id"),
    /** Score and risk band, which the EMR derived from the answers of a scored form (interface 3.2). */
    score: doublePrecision("score"),
    riskBand: text("risk_band"),
  },
  (table) => [
    primaryKey({ name: "service_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.patientMrn),
    index().on(table.jobId),
  ],
);
