import { LRUCache } from "lru-cache";
import { singleton } from "#lib/kernel/singleton";
import type { JsonText } from "./json-text.ts";

/** Most memory that kept answers take (bytes), and most that one takes. */
const MOST = 8 * 1024 * 1024;
const MOST_OF_ONE = MOST / 8;
/** How long an answer is kept: patients' data stays in memory no longer than callers ask for it together. */
const KEPT_MS = 2_000;

interface Kept {
  etag: string;
  body: JsonText;
}

/**
 * The last answers about synchronized records, by `identityOf`, for the next callers who ask the same. The ETag is
 * compared with the database at each use: a kept answer is the present one, whichever process changed the records.
 */
export const keptAnswers = () =>
  singleton(
    "kept-answers",
    () =>
      new LRUCache<string, Kept>({
        maxSize: MOST,
        maxEntrySize: MOST_OF_ONE,
        ttl: KEPT_MS,
        ttlAutopurge: true,
        // Twice, because the compressed forms together are shorter than the body.
        sizeCalculation: ({ body }) => 2 * body.bytes.byteLength,
      }),
  );
