import { z } from "zod";
import { patientName } from "#lib/kernel/fields";

/** An audit entry: who saw or changed which record, when, and from where (decisions §5). */
export const auditEntryModel = z
  .object({
    id: z.string(),
    at: z.string().describe("ISO 8601"),
    actor: z.object({ kind: z.enum(["api_client", "user", "embed"]), id: z.string(), name: z.string() }),
    action: z.string().describe("The permission that was used, or that was missing"),
    route: z.string().describe("Method and route template"),
    status: z.number().int().describe("200 to 299 for what was done, 403 for what was refused"),
    resource: z.string().nullable().describe("Which record: what stood in the address's variable part, or its new id"),
    patient_mrn: z.string().nullable().describe("Where the call named a patient"),
    patient_name: patientName.describe("Null, too, where the call was to another linked account than the reader's"),
    job_id: z.number().int().nullable(),
    linked_account_id: z.string().nullable(),
    address: z.string().nullable().describe("Where the call came from"),
  })
  .meta({ id: "AuditEntry" });

export type AuditEntryModel = z.infer<typeof auditEntryModel>;
