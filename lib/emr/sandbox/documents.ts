import type { EmrFile } from "#lib/emr/port/port";
import { rowsOf } from "./query.ts";

/** Returns the files of the practice's documents with these ids, by id; their list has their names and types. */
export async function readFiles(practiceId: string, ids: string[]): Promise<[string, EmrFile][]> {
  const rows = await rowsOf<{ id: string; content: Buffer }>(
    "SELECT id, content FROM sandbox.document WHERE practice_id = $1 AND id = ANY ($2)",
    practiceId,
    ids,
  );
  return rows.map(({ id, content }) => [id, { content, fileName: null, mimeType: null }]);
}
