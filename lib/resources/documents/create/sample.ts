import type { SampleOf } from "#lib/definitions/operation";
import type { createDocument } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const createDocumentSample: SampleOf<typeof createDocument> = {
  request: {
    patient_mrn: "MRN-100042",
    content_base64: "SGVtb2dsb2JpbiAxMy44IGcvZEwK",
    file_name: "Blood count.txt",
    mime_type: "text/plain",
    category: "Lab result",
  },
  completed: {
    document_id: "01900000000070008000000000000027",
    emr_document_id: "DOC-900027",
    patient_mrn: "MRN-100042",
    file_name: "Blood count.txt",
    mime_type: "text/plain",
    size: 21,
    sha256: "d2a9227c79fda1c9f5b738d87846e7d4fba356b1c4fd2145a82ebe30bf468328",
    referral_id: null,
  },
  failed: {
    document_id: "01900000000070008000000000000027",
    failure_reason: "patient not found in the EMR",
    reasons: [{ code: "patient_not_found", description: "patient not found in the EMR" }],
  },
};
