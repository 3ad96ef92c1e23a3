import type { PoolClient } from "pg";
import { EmrError, type EmrFile, type EmrNewDocument } from "#lib/emr/port/port";
import { requireKnown } from "./known.ts";
import { rowsOf } from "./query.ts";
import { writeOnce } from "./write-once.ts";

/** Returns the files of the practice's documents with these ids, by id; their list has their names and types. */
export async function readFiles(practiceId: string, ids: string[]): Promise<[string, EmrFile][]> {
  const rows = await rowsOf<{ id: string; content: Buffer }>(
    "SELECT id, content FROM sandbox.document WHERE practice_id = $1 AND id = ANY ($2)",
    practiceId,
    ids,
  );
  return rows.map(({ id, content }) => [id, { content, fileName: null, mimeType: null }]);
}

/** Stores the parts of a file as they come, so that no process holds the file. */
async function takeParts(client: PoolClient, practiceId: string, id: string, parts: AsyncIterable<Uint8Array>) {
  let number = 0;
  for await (const part of parts) {
    await client.query(
      "INSERT INTO sandbox.document_part (practice_id, document_id, number, content) VALUES ($1, $2, $3, $4)",
      [practiceId, id, number, Buffer.from(part.buffer, part.byteOffset, part.byteLength)],
    );
    number += 1;
  }
}

/** Files a document and returns its id. Throws EmrErrors for an unknown patient, and a referral that is not theirs. */
export function createDocument(practiceId: string, filed: EmrNewDocument, idempotencyKey: string): Promise<string> {
  return writeOnce({ practiceId, kind: "document", prefix: "DOC-", idempotencyKey }, async (client, id) => {
    await requireKnown(client, practiceId, { patient: filed.patientEhrId });
    if (filed.referralEhrId !== null) {
      const referral = await client.query(
        "SELECT FROM sandbox.referral WHERE practice_id = $1 AND id = $2 AND patient_id = $3",
        [practiceId, filed.referralEhrId, filed.patientEhrId],
      );
      if (!referral.rowCount)
        throw new EmrError("validation", "referral not found in the EMR", { code: "record_not_found" });
    }
    await takeParts(client, practiceId, id, filed.parts());
    const of = [practiceId, id];
    await client.query(
      `INSERT INTO sandbox.document (practice_id, id, file_name, mime_type, patient_id, referral_id, created_at, content)
       SELECT $1, $2, $3, $4, $5, $6, now(), string_agg(content, ''::bytea ORDER BY number)
       FROM sandbox.document_part WHERE practice_id = $1 AND document_id = $2`,
      [...of, filed.fileName, filed.mimeType, filed.patientEhrId, filed.referralEhrId],
    );
    await client.query("DELETE FROM sandbox.document_part WHERE practice_id = $1 AND document_id = $2", of);
  });
}
