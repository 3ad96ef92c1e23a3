import journal from "./migrations/meta/_journal.json" with { type: "json" };

/** The time stamp of the newest migration that this version brings, as the migrator notes it in the database. */
export const newestMigration = (): number => Math.max(...journal.entries.map((entry) => entry.when));
