import journal from "./migrations/meta/_journal.json" with { type: "json" };

const times = journal.entries.map((entry) => entry.when);

/** The time stamp of the baseline, as the migrator notes it in each database that it has made. */
export const baselineMigration = (): number => Math.min(...times);

/** The time stamp of the newest migration that this version brings, as the migrator notes it in the database. */
export const newestMigration = (): number => Math.max(...times);
