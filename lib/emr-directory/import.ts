import { present } from "#lib/kernel/clock";
import { type Publication, publishedAt, Unreadable } from "./publication.ts";
import { type ReadEntries, readEntries } from "./read-entries.ts";
import { type DirectorySource, listSources, NotStored, noteFailure, noteUnchanged, storeReading } from "./store.ts";

/** How a directory is imported. */
interface Import {
  /** The publisher, by which its EMRs are found, too. */
  name: string;
  /** Where it is read again each night; null for a file. */
  url: string | null;
  /** True to store a reading with far fewer EMRs than the one before. */
  acceptsFewer?: boolean;
}

/** Stores the EMRs of a publication in place of those that its source had. Throws NotStored. */
export async function importPublication(
  { name, url, acceptsFewer = false }: Import,
  { resources, digest }: Publication,
): Promise<ReadEntries> {
  const read = readEntries(resources, name, present());
  await storeReading({ name, url, digest, entries: read.entries, acceptsFewer });
  return read;
}

/** Reads a source again. Returns null if nothing has changed since. Throws Unreadable and NotStored. */
async function refresh(
  { name, url, digest }: DirectorySource & { url: string },
  signal: AbortSignal,
): Promise<ReadEntries | null> {
  const publication = await publishedAt(url, signal);
  if (publication.digest !== digest) return importPublication({ name, url }, publication);
  await noteUnchanged(name);
  return null;
}

/** What became of a source that was read again; null if nothing has changed, a sentence if it was not stored. */
export interface Refreshed {
  name: string;
  outcome: ReadEntries | null | string;
}

/**
 * Reads every source that has an address again, one after the other. One that cannot be read keeps its entries, with the
 * reason beside it; an end of the process is not noted. Yields what became of each.
 */
export async function* refreshSources(signal: AbortSignal): AsyncGenerator<Refreshed> {
  for (const { url, ...source } of await listSources()) {
    if (url === null || signal.aborted) continue;
    const { name } = source;
    try {
      yield { name, outcome: await refresh({ ...source, url }, signal) };
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Unreadable || error instanceof NotStored)) throw error;
      await noteFailure(name, error.message);
      yield { name, outcome: error.message };
    }
  }
}
