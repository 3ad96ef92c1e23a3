import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { defineQuery } from "#lib/definitions/query";
import { wholeNumberUpTo } from "#lib/kernel/whole-number";
import { type DirectoryEmr, directoryEmr } from "./model.ts";
import { emrDirectory, emrDirectorySource } from "./table.ts";
import { plainWords, soughtBy } from "./words.ts";

const MAX_LIMIT = 50;
const DEFAULT_LIMIT = 20;

/** Of more matches than this, which ones are sorted is left to the database: such a text must be longer anyway. */
const MOST_SORTED = 2_000;

const first = (limit: number): SQL => sql`
  SELECT e.name, e.brand, e.place, e.base_url, s.name AS published_by
  FROM ${emrDirectory} e JOIN ${emrDirectorySource} s ON s.reading = e.reading
  ORDER BY e.sort_name, e.place, e.base_url LIMIT ${limit}`;

/** Selects the EMRs that have all words, those first whose name begins as it was typed. */
function matching(sought: string, beginning: string, limit: number): SQL {
  const begins = sql`e.sort_name ^@ ${beginning}`;
  const matches = (within: SQL) => sql`
    SELECT e.name, e.brand, e.place, e.base_url, s.name AS published_by, e.sort_name, ${begins} AS begins
    FROM ${emrDirectory} e JOIN ${emrDirectorySource} s ON s.reading = e.reading
    WHERE e.words @@ ${sought}::tsquery AND ${within}`;
  const byName = sql`ORDER BY sort_name, place, base_url LIMIT ${limit}`;
  return sql`
    SELECT name, brand, place, base_url, published_by FROM (
      (${matches(begins)} ${byName})
      UNION ALL (
        SELECT * FROM (${matches(sql`NOT ${begins}`)} LIMIT ${MOST_SORTED}) AS others ${byName})
    ) AS found ORDER BY begins DESC, sort_name, place, base_url LIMIT ${limit}`;
}

/**
 * GET /emr-directory: EMRs of the published directories that the operator has imported, by practice, place and brand. The
 * deployment has one directory for all organizations.
 */
export const listEmrDirectory = defineQuery({
  path: "/emr-directory",
  embed: "linking",
  summary: "Find an EMR in the published directories of vendors",
  description:
    "At most 50. Every word of the text must begin a word of the practice, its brand, its place, its NPI or the publisher's name. `has_directories` is false where the operator has imported none.",
  permission: "linked-accounts:read",
  patientData: false,
  query: z.object({
    query: z
      .string({ error: "must be a string" })
      .max(200, "must have at most 200 characters")
      .default("")
      .describe(
        "Words of the practice, its place, its brand, one of at least two characters; without it, the first EMRs by name",
      ),
    limit: wholeNumberUpTo(MAX_LIMIT).default(DEFAULT_LIMIT).describe(`EMRs, 1 to ${MAX_LIMIT}`),
  }),
  body: z.object({ emrs: z.array(directoryEmr), has_directories: z.boolean() }),
  async read({ tx, query: { query, limit } }) {
    const sought = soughtBy(query);
    const matches = sought === null ? null : matching(sought, plainWords(query).join(" "), limit);
    const wanted = query.trim() === "" ? first(limit) : matches;
    const [found, sources] = await Promise.all([
      wanted === null ? null : tx.execute<DirectoryEmr>(wanted),
      tx.execute<{ has: boolean }>(sql`SELECT EXISTS (SELECT FROM ${emrDirectorySource}) AS has`),
    ]);
    return { emrs: found?.rows ?? [], has_directories: sources.rows[0]?.has === true };
  },
});
