import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment, tenant } from "./columns.ts";

/** A registered webhook URL of a linked account (decisions §5 and §7). */
export const webhookEndpoint = pgTable(
  "webhook_endpoint",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    url: text("url").notNull(),
    description: text("description").notNull().default(""),
    /** Empty: every type that the client is subscribed to. */
    eventTypes: text("event_types").array().notNull(),
    /** JWE of the `whsec_…` that signs. */
    secret: text("secret").notNull(),
    /** JWE of the one before, which signs as well until the moment beside it. */
    previousSecret: text("previous_secret"),
    previousSecretUntil: moment("previous_secret_until"),
    status: text("status", { enum: ["enabled", "disabled"] }).notNull(),
    disabledReason: text("disabled_reason"),
    /** When it failed first since it last took an event; null while it takes them. */
    failingSince: moment("failing_since"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "webhook_endpoint_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.createdAt),
  ],
);
