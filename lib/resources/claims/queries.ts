import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { calendarDate } from "#lib/kernel/fields";
import { claimRecord, toClaimModel } from "./model.ts";
import { claim } from "./table.ts";

/** GET /claims: latest service date first (decisions §5). */
export const listClaims = defineList({
  path: "/claims",
  embed: { narrows: "patient_mrn" },
  summary: "List claims as of the last sync or fetch",
  permission: "claims:read",
  patientData: true,
  key: "claims",
  model: claimRecord,
  table: claim,
  synced: true,
  order: keyset("desc", claim.serviceDate, claim.id),
  filters: {
    service_date: calendarDate.optional().describe("YYYY-MM-DD"),
    claim_ids: z
      .string()
      .transform((text) => text.split(",").map((id) => id.trim()))
      .optional()
      .describe("EMR claim numbers (`emr_claim_id`), comma-separated"),
    patient_mrn: z.string().optional(),
    claim_status: z.string().optional().describe("A status code"),
  },
  where: ({ query }) =>
    and(
      query.service_date ? eq(claim.serviceDate, query.service_date) : undefined,
      query.claim_ids ? inArray(claim.emrClaimId, query.claim_ids) : undefined,
      query.patient_mrn ? eq(claim.patientMrn, query.patient_mrn) : undefined,
      query.claim_status ? eq(claim.claimStatus, query.claim_status) : undefined,
    ),
  toModel: (row) => ({ ...toClaimModel(row), patient_name: row.patientName }),
});
