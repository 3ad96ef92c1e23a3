import { rowsOf } from "./query.ts";

/** Returns the content of the practice's documents with these ids, by id. */
export async function readDocumentContents(practiceId: string, ids: string[]): Promise<Map<string, Uint8Array>> {
  const rows = await rowsOf<{ id: string; content: Buffer }>(
    "SELECT id, content FROM sandbox.document WHERE practice_id = $1 AND id = ANY ($2)",
    practiceId,
    ids,
  );
  return new Map(rows.map(({ id, content }) => [id, content]));
}
