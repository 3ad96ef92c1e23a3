import journal from "./migrations/meta/_journal.json" with { type: "json" };

/** The last migration of the baseline. */
const BASELINE = "0004_queue_entries";

const times = journal.entries.map((entry) => entry.when);

/**
 * Timestamp of the baseline, as the migrator records it in every database that it has migrated: that of the last of the
 * migrations which the baseline replaces.
 */
export const baselineMigration = (): number => Number(journal.entries.find(({ tag }) => tag === BASELINE)?.when);

/** Timestamp of this version's newest migration, as the migrator records it in the database. */
export const newestMigration = (): number => Math.max(...times);
