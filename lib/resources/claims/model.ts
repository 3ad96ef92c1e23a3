import { z } from "zod";
import { dayText, momentText } from "#lib/kernel/date-texts";
import { patientName, setAside } from "#lib/kernel/fields";

const amount = z.string().describe("Decimal amount as text");

/** The fields that every shape of a claim has (interface 2.2). */
const claimFields = z.object({
  id: z.string().describe("Service claim id"),
  emr_claim_id: z.string().describe("EMR claim number"),
  service_date: dayText.describe("YYYY-MM-DD"),
  claim_status: z.string().describe("Short status code"),
  claim_status_description: z.string(),
  total_charge: amount,
  balance: amount,
});

/** A claim in the events of single claims (decisions §5). */
export const claimModel = claimFields.extend({ patient_mrn: z.string(), updated_at: momentText.describe("ISO 8601") });

/** A claim as GET /claims returns it. */
export const claimRecord = claimModel.extend({ patient_name: patientName, set_aside: setAside }).meta({ id: "Claim" });

export const CLAIM_CHANGES = ["created", "updated", "unchanged"] as const;

/** A claim in the completion event of a fetch (interface 2.2 and 3.5). */
export const fetchedClaim = claimFields.extend({ change: z.enum(CLAIM_CHANGES) }).meta({ id: "FetchedClaim" });

export type ClaimModel = z.infer<typeof claimModel>;
export type ClaimRecord = z.infer<typeof claimRecord>;
export type FetchedClaim = z.infer<typeof fetchedClaim>;

/** A stored claim, with timestamps as Date. */
interface ClaimRow {
  id: string;
  emrClaimId: string;
  serviceDate: string;
  claimStatus: string;
  claimStatusDescription: string;
  totalCharge: string;
  balance: string;
  patientMrn: string;
  updatedAt: Date;
}

/** Maps a stored claim to the shape that events carry (decisions §5). */
export const toClaimModel = (row: ClaimRow): ClaimModel => ({
  id: row.id,
  emr_claim_id: row.emrClaimId,
  service_date: row.serviceDate,
  claim_status: row.claimStatus,
  claim_status_description: row.claimStatusDescription,
  total_charge: row.totalCharge,
  balance: row.balance,
  patient_mrn: row.patientMrn,
  updated_at: row.updatedAt.toISOString(),
});
