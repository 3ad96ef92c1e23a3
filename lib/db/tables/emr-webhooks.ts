import { pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment } from "./columns.ts";

/** The webhook of an EMR's client: the EMR sends the events of all of that client's accounts to one address here. */
export const emrWebhook = pgTable(
  "emr_webhook",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    emrType: text("emr_type").notNull(),
    /** What identifies the client at the EMR: the linked accounts of one client share the webhook. */
    client: text("client").notNull(),
    /** JWE of the token in the address, the secrets of the events, and the credentials of the registration, as JSON. */
    sealed: text("sealed").notNull(),
    /** The EMR's id of the registration; null while there is none. */
    registrationId: text("registration_id"),
    registeredAt: moment("registered_at"),
    /** Why the last attempt at the registration failed; null if it did not. */
    problem: text("problem"),
    /** When the registration is looked after next. */
    nextAt: moment("next_at").notNull(),
    /** Arrival of the latest event since the registration that was signed; null before the first one. */
    heardAt: moment("heard_at"),
    /** When the EMR's log last showed an event that had not arrived. */
    missedAt: moment("missed_at"),
    /** Arrival of the latest event that none of the secrets had signed. */
    refusedAt: moment("refused_at"),
    /** Until then the removal is tried; null while a linked account needs the webhook. */
    removeUntil: moment("remove_until"),
    /** When an admin asked for a new secret that is not known yet: set before the EMR is asked, so that a lost answer is survived. */
    secretAskedAt: moment("secret_asked_at"),
    /** When a new secret was last learned; null if that was before this was noted. */
    secretChangedAt: moment("secret_changed_at"),
    /** Why the last attempt at a new secret failed; null if it did not. */
    secretProblem: text("secret_problem"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "emr_webhook_pk", columns: [table.organizationId, table.id] }),
    uniqueIndex("emr_webhook_client_index").on(table.organizationId, table.client),
  ],
);
