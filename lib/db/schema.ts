/** Tables that several rooms share. A resource's tables are defined in its folder (`table.ts`). */
export * from "./tables/client-packages.ts";
export * from "./tables/directory.ts";
export * from "./tables/embed.ts";
export * from "./tables/emr-webhooks.ts";
export * from "./tables/events.ts";
export * from "./tables/jobs.ts";
export * from "./tables/mails.ts";
export * from "./tables/mcp-tokens.ts";
export * from "./tables/organizations.ts";
export * from "./tables/own-provider.ts";
export * from "./tables/patient.ts";
export * from "./tables/patient-name.ts";
export * from "./tables/record-versions.ts";
export * from "./tables/scim-tokens.ts";
export * from "./tables/second-factors.ts";
export * from "./tables/sync.ts";
export * from "./tables/webhooks.ts";
