import journal from "./migrations/meta/_journal.json" with { type: "json" };

const times = journal.entries.map((entry) => entry.when);

/** Timestamp of the baseline, as the migrator records it in every database that it has migrated. */
export const baselineMigration = (): number => Math.min(...times);

/** Timestamp of this version's newest migration, as the migrator records it in the database. */
export const newestMigration = (): number => Math.max(...times);
