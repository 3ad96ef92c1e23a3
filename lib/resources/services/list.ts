import { z } from "zod";
import { patientName } from "#lib/kernel/fields";
import { writtenList } from "#lib/resources/written/list";
import { day, emrId, written } from "#lib/resources/written/model";
import { service } from "./table.ts";

/** A record of GET /services. */
const writtenService = z
  .object({
    service_id: z.string(),
    emr_service_id: emrId,
    emr_episode_id: emrId,
    patient_mrn: z.string(),
    patient_name: patientName,
    team: z.string(),
    service_type: z.string(),
    form_id: z.string(),
    answers: z.record(z.string(), z.string()).describe("By EMR question id"),
    service_date: day,
    score: z
      .number()
      .nullable()
      .describe("Total that the EMR derived from the answers to a scored form (interface 3.2); null if it shows none"),
    risk_band: z.string().nullable().describe("Risk band that the EMR derived with the total; null if it shows none"),
    ...written,
  })
  .meta({ id: "Service" });

export type WrittenService = z.infer<typeof writtenService>;

/** GET /services. */
export const listServices = writtenList({
  path: "/services",
  embed: { narrows: "patient_mrn" },
  summary: "List the services created through this interface, newest first",
  permission: "services:read",
  key: "services",
  model: writtenService,
  table: service,
  idField: "service_id",
});
