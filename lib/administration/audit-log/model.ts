import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { patientName } from "#lib/kernel/fields";

/** An audit entry: the author, record, time and address of a read or change (decisions §5). */
export const auditEntryModel = z
  .object({
    id: z.string(),
    at: momentText.describe("ISO 8601"),
    actor: z
      .object({
        kind: z.enum(["api_client", "user", "embed", "mcp_token", "scim_token", "operator", "anonymous"]),
        id: z.string(),
        name: z.string(),
      })
      .describe(
        "`anonymous`, without an id: anybody can make this request, and did not have to say who they are; `operator`, without an id: a command on the deployment's machine",
      ),
    action: z.string().describe("The permission that was used or refused"),
    route: z.string().describe("Method and route template"),
    status: z.number().int().describe("200 to 299 if the request was performed, 403 if it was refused"),
    resource: z.string().nullable().describe("The record: the variable part of the path, or the new id"),
    patient_mrn: z.string().nullable().describe("The patient of the request; null if it had none"),
    patient_name: patientName.describe("Also null if the request was to a linked account other than the reader's"),
    job_id: z.number().int().nullable(),
    linked_account_id: z.string().nullable(),
    detail: z
      .object({
        switched_on: z.array(z.string()).optional(),
        switched_off: z.array(z.string()).optional(),
        connected_to: z.string().optional(),
        authorized_by: z
          .string()
          .optional()
          .describe("The person who consented at the EMR, as the EMR names them (`fhirUser`)"),
        agreed_to: z
          .array(z.string())
          .optional()
          .describe("The words that somebody without an account agreed to before an EMR was linked"),
        drafted_by: z.string().optional().describe("The person and, in brackets, the assistant that drafted it"),
        record: z.string().optional().describe("Name of the changed record; never a patient's"),
        second_factor: z.string().optional().describe("What proved the second factor at a sign-in"),
        changed: z
          .array(z.object({ field: z.string(), from: z.string(), to: z.string() }))
          .optional()
          .describe("The fields that changed, with their values before and after"),
      })
      .nullable()
      .describe(
        "Of a change of a linked account: the operations that may or may no longer write to the EMR, and the address of a new connection. Of a change of a provider, person, API client or webhook endpoint: its name and the changed fields. Of a sent or discarded draft: who drafted it",
      ),
    address: z.string().nullable().describe("IP address of the client"),
  })
  .meta({ id: "AuditEntry" });

export type AuditEntryModel = z.infer<typeof auditEntryModel>;
