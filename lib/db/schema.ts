/** Every table, by what it is about. Migrations are made from here. */
export * from "./tables/care.ts";
export * from "./tables/directory.ts";
export * from "./tables/embed.ts";
export * from "./tables/events.ts";
export * from "./tables/jobs.ts";
export * from "./tables/organizations.ts";
export * from "./tables/practice.ts";
export * from "./tables/saved-views.ts";
export * from "./tables/webhooks.ts";
export * from "./tables/written.ts";
