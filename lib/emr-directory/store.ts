import { sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { withoutTenant } from "#lib/db/without-tenant";
import { brand } from "#lib/kernel/brand";
import { presentMs } from "#lib/kernel/clock";
import { lowestIdAt, newId } from "#lib/kernel/id";
import type { DirectoryEntry } from "./read-entries.ts";
import { emrDirectory, emrDirectorySource } from "./table.ts";
import { plainWords } from "./words.ts";

/** A directory that was imported. */
export interface DirectorySource {
  name: string;
  /** Where it is read again each night; null for a file. */
  url: string | null;
  digest: string | null;
  entries: number;
  readAt: Date | null;
  /** Why the last try stored nothing; null if it did. */
  failure: string | null;
}

/** Thrown if a reading is not stored; says why, and that the entries of the one before stay. */
export class NotStored extends Error {
  static {
    brand(NotStored, "NotStored");
  }
}

const DAY_MS = 86_400_000;
const BATCH = 1_000;
/** A reading with fewer than this part of the entries before it may be one that broke off. */
const LEAST_PART = 0.5;

/** Returns the imported directories by name. */
export async function listSources(): Promise<DirectorySource[]> {
  const rows = await withoutTenant<{
    name: string;
    url: string | null;
    digest: string | null;
    entries: number;
    read_at: Date | null;
    failure: string | null;
  }>(sql`SELECT name, url, digest, entries, read_at, failure FROM ${emrDirectorySource} ORDER BY name`);
  return rows.map(({ read_at: readAt, ...row }) => ({ ...row, readAt: readAt === null ? null : new Date(readAt) }));
}

const insert = (reading: string, entries: readonly DirectoryEntry[]) =>
  withoutTenant(sql`
    INSERT INTO ${emrDirectory} (reading, base_url, name, brand, place, sort_name, words)
    SELECT ${reading}::uuid, base_url, name, brand, place, sort_name, array_to_tsvector(words)
    FROM jsonb_to_recordset(${JSON.stringify(
      entries.map(({ baseUrl, name, brand, place, words }) => ({
        base_url: baseUrl,
        name,
        brand,
        place,
        sort_name: plainWords(name).join(" "),
        words,
      })),
    )}::jsonb) AS entry (base_url text, name text, brand text, place text, sort_name text, words text[])`);

const removeReading = (reading: string) =>
  withoutTenant(sql`DELETE FROM ${emrDirectory} WHERE reading = ${reading}::uuid`);

/** Removes the entries of readings whose process died: those that have been no source's for a day. */
const removeAbandoned = () =>
  withoutTenant(sql`
    DELETE FROM ${emrDirectory} WHERE reading < ${lowestIdAt(new Date(presentMs() - DAY_MS))}::uuid
      AND reading NOT IN (SELECT reading FROM ${emrDirectorySource} WHERE reading IS NOT NULL)`);

/** What was published, and whether it may replace a reading with far more entries. */
interface Reading {
  name: string;
  url: string | null;
  digest: string;
  entries: readonly DirectoryEntry[];
  acceptsFewer?: boolean;
}

/**
 * Makes a reading the source's own. Returns the one that it replaced, or null for a first one. Of two first ones at a time the
 * second finds nothing to replace and stores nothing, since it has not seen the other's; it sees it when it begins again.
 */
async function show(
  reading: string,
  { name, url, digest, count }: { name: string; url: string | null; digest: string; count: number },
): Promise<string | null> {
  const [stored] = await withoutTenant<{ reading: string | null }>(sql`
    WITH replaced AS (SELECT reading FROM ${emrDirectorySource} WHERE name = ${name} FOR UPDATE),
      stored AS (
        INSERT INTO ${emrDirectorySource} (name, url, reading, digest, entries, read_at)
        VALUES (${name}, ${url}, ${reading}::uuid, ${digest}, ${count}, now())
        ON CONFLICT (name) DO UPDATE SET url = EXCLUDED.url, reading = EXCLUDED.reading, digest = EXCLUDED.digest,
          entries = EXCLUDED.entries, read_at = EXCLUDED.read_at, failure = NULL WHERE EXISTS (SELECT FROM replaced)
        RETURNING name)
    SELECT ${hexIds("reading")} FROM stored LEFT JOIN replaced ON true`);
  return stored ? stored.reading : show(reading, { name, url, digest, count });
}

/**
 * Replaces the entries of a source at once: until all are written, those of the reading before are found. Of two at the same
 * time the last one stays. Throws NotStored for a reading without entries, or with fewer than half of those before.
 */
export async function storeReading({ name, url, digest, entries, acceptsFewer = false }: Reading): Promise<void> {
  const before = (await listSources()).find((source) => source.name === name);
  if (entries.length === 0) throw new NotStored("It has no EMR that can be linked; nothing was changed");
  if (!acceptsFewer && before && entries.length < before.entries * LEAST_PART)
    throw new NotStored(
      `It has fewer than half of the EMRs before, ${entries.length} of ${before.entries}; nothing was changed`,
    );
  const reading = newId();
  for (let first = 0; first < entries.length; first += BATCH)
    await insert(reading, entries.slice(first, first + BATCH));
  const replaced = await show(reading, { name, url, digest, count: entries.length });
  if (replaced) await removeReading(replaced);
  await removeAbandoned();
}

/** Notes that a source was read and has not changed. */
export const noteUnchanged = (name: string) =>
  withoutTenant(sql`UPDATE ${emrDirectorySource} SET read_at = now(), failure = NULL WHERE name = ${name}`);

/** Notes why a source could not be read; its entries stay. */
export const noteFailure = (name: string, failure: string) =>
  withoutTenant(sql`UPDATE ${emrDirectorySource} SET failure = ${failure} WHERE name = ${name}`);

/** Removes a source with its entries. Returns whether there was one. */
export async function removeSource(name: string): Promise<boolean> {
  const [removed] = await withoutTenant<{ reading: string }>(
    sql`DELETE FROM ${emrDirectorySource} WHERE name = ${name} RETURNING ${hexIds("reading")}`,
  );
  if (removed) await removeReading(removed.reading);
  return removed !== undefined;
}
