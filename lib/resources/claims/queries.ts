import { and, eq, gte, inArray, lte } from "drizzle-orm";
import { z } from "zod";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { isOfPatient } from "#lib/definitions/survivors";
import { calendarDate, inOrder } from "#lib/kernel/fields";
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
  sortable: {
    emr_claim_id: claim.emrClaimId,
    service_date: claim.serviceDate,
    claim_status_description: claim.claimStatusDescription,
    total_charge: claim.totalCharge,
    balance: claim.balance,
    updated_at: claim.updatedAt,
  },
  summed: { total_charge: claim.totalCharge, balance: claim.balance },
  filters: {
    service_date: calendarDate("any").optional().describe("YYYY-MM-DD"),
    service_from: calendarDate("any").optional().describe("YYYY-MM-DD; claims of this service date or later"),
    service_until: calendarDate("any").optional().describe("YYYY-MM-DD, inclusive; on or after `service_from`"),
    claim_ids: z
      .string()
      .transform((text) => text.split(",").map((id) => id.trim()))
      .pipe(z.array(z.string()))
      .optional()
      .describe("EMR claim numbers (`emr_claim_id`), comma-separated"),
    patient_mrn: z.string().optional(),
    claim_status: z.string().optional().describe("A status code"),
  },
  check: inOrder("service_from", "service_until"),
  where: ({ query, linkedAccountId }) =>
    and(
      query.service_date ? eq(claim.serviceDate, query.service_date) : undefined,
      query.service_from ? gte(claim.serviceDate, query.service_from) : undefined,
      query.service_until ? lte(claim.serviceDate, query.service_until) : undefined,
      query.claim_ids ? inArray(claim.emrClaimId, query.claim_ids) : undefined,
      query.patient_mrn ? isOfPatient(claim.patientMrn, linkedAccountId, query.patient_mrn) : undefined,
      query.claim_status ? eq(claim.claimStatus, query.claim_status) : undefined,
    ),
  toModel: (row) => ({ ...toClaimModel(row), patient_name: row.patientName, set_aside: row.setAside }),
});
