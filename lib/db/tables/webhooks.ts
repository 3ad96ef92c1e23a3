import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment } from "./columns.ts";

/** A registered webhook URL of a linked account, or of all accounts of its organization (decisions §5 and §7). */
export const webhookEndpoint = pgTable(
  "webhook_endpoint",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    /** Null: it gets the events of all accounts (additions §5); each of their transactions sees it. */
    linkedAccountId: uuid("linked_account_id"),
    /** The API client that registered it for all accounts, by its id and secret alone; null: somebody else did. */
    apiClientId: uuid("api_client_id"),
    url: text("url").notNull(),
    description: text("description").notNull().default(""),
    /** The partner's own id of who registered it, which an embedded view may be limited to; null without one. */
    owner: text("owner"),
    /** Empty: the types that the API client is subscribed to. */
    eventTypes: text("event_types").array().notNull(),
    /** JWE of the signing secret (`whsec_…`). */
    secret: text("secret").notNull(),
    /** JWE of the previous secret, which signs as well until `previous_secret_until`. */
    previousSecret: text("previous_secret"),
    previousSecretUntil: moment("previous_secret_until"),
    /** JWE of the secrets before that one that still sign, as JSON (see `endpoint-secrets.ts`); null without one. */
    earlierSecrets: text("earlier_secrets"),
    /** Header that carries the HMAC of the body as well; null: signed as Standard Webhooks alone. */
    signatureHeader: text("signature_header"),
    status: text("status", { enum: ["enabled", "disabled"] }).notNull(),
    disabledReason: text("disabled_reason"),
    /** Time of the first failure since the last success; null while deliveries succeed. */
    failingSince: moment("failing_since"),
    /** Time of the last warning that it will be disabled; one before `failing_since` was of earlier failures. */
    failingWarnedAt: moment("failing_warned_at"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "webhook_endpoint_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.createdAt),
  ],
);
