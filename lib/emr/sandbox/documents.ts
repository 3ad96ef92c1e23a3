import type { EmrDocument } from "#lib/emr/port/port";
import { moment, rowsOf } from "./query.ts";

/** Returns the practice's documents without their content, by id. */
export const readDocumentList = (practiceId: string): Promise<EmrDocument[]> =>
  rowsOf(
    `SELECT d.id AS "emrId", d.file_name AS "fileName", d.mime_type AS "mimeType", d.size, d.sha256,
            p.mrn AS "patientMrn", d.referral_id AS "referralEhrId", ${moment("d.created_at")} AS "createdAt"
     FROM sandbox.document d
     LEFT JOIN sandbox.patient p ON p.practice_id = d.practice_id AND p.id = d.patient_id
     WHERE d.practice_id = $1 ORDER BY d.id`,
    practiceId,
  );

/** Returns the content of the practice's documents with these ids, by id. */
export async function readDocumentContents(practiceId: string, ids: string[]): Promise<Map<string, Uint8Array>> {
  const rows = await rowsOf<{ id: string; content: Buffer }>(
    "SELECT id, content FROM sandbox.document WHERE practice_id = $1 AND id = ANY ($2)",
    practiceId,
    ids,
  );
  return new Map(rows.map(({ id, content }) => [id, content]));
}
