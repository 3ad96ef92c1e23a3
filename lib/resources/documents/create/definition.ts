import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { failureReason } from "#lib/job-record/model";
import { requiredText } from "#lib/kernel/fields";
import { fileName } from "#lib/kernel/file-names";
import { FILE_TYPES } from "#lib/kernel/file-type";
import { oneLineName } from "#lib/kernel/one-line";

const documentId = z.string().describe("`id` of the document here: a UUID without dashes");

/** POST /documents: files a document in the EMR (interface 4.21). */
export const createDocument = defineOperation({
  id: "documents:create",
  name: "Document",
  title: "File a document",
  menuPlace: 27,
  keywords: ["fax", "scan", "upload", "attach", "letter"],
  effect: "writes",
  place: "documents",
  summary: "File a document of a patient in the EMR",
  section: "4.21",
  method: "POST",
  path: "/documents",
  embed: "patient",
  capability: "documents",
  file: { content: "content_base64", name: "file_name" },
  input: z.object({
    patient_mrn: requiredText(100).describe("Must resolve to a synced patient"),
    content_base64: z
      .string({ error: "must be a string" })
      .min(1, "must be a non-empty string")
      .describe("The file in base64, within the 1 MiB of a JSON body"),
    file_name: fileName
      .optional()
      .describe("An ending of its type is added if it has none. Default: the name of the part `file`, else `document`"),
    mime_type: z
      .enum(FILE_TYPES, { error: `must be one of ${FILE_TYPES.join(", ")}` })
      .optional()
      .describe("Judged by the bytes of the file: 400 if they are of another type"),
    referral_id: requiredText(100).optional().describe("`id` of a referral of the patient, from GET /referrals"),
    category: oneLineName(100).optional().describe("Such as Lab result"),
    description: requiredText(2_000).optional(),
  }),
  identifiers: z.object({ document_id: documentId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Document queued",
  form: {
    patient_mrn: { label: "Patient", widget: "patient" },
    content_base64: {
      label: "File",
      widget: "file",
      help: "A PDF, JPEG, PNG, TIFF or text of at most 25 MB.",
      missing: "Choose a file",
    },
    file_name: { label: "File name", widget: "text", help: "Left empty: the name that the file has." },
    mime_type: { label: "Type", widget: "text", hidden: true },
    referral_id: { label: "Referral", widget: "referral" },
    category: { label: "Category", widget: "text" },
    description: { label: "Description", widget: "multiline", rare: true },
  },
  retry: DEFAULT_RETRY,
  shownAtOnceIn: ["documents"],
  invalidates: ["documents"],
  events: {
    completed: {
      type: "document.created",
      data: z.object({
        document_id: documentId,
        emr_document_id: z.string(),
        patient_mrn: z.string(),
        file_name: z.string(),
        mime_type: z.string(),
        size: z.number().int(),
        sha256: z.string(),
        referral_id: z.string().nullable(),
      }),
    },
    failed: {
      type: "document.failed",
      data: z.object({ document_id: documentId, failure_reason: z.string(), reasons: z.array(failureReason) }),
    },
  },
});
