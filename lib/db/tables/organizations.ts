import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import type { Actor } from "#lib/kernel/principal";
import { UNKNOWN_FIELDS } from "#lib/kernel/unknown-fields";
import { asOf, createdAt, moment } from "./columns.ts";

// An organization and who may act for it: the policies compare the organization alone.

export const organization = pgTable("organization", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  createdAt: createdAt(),
});

export const linkedAccount = pgTable(
  "linked_account",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id),
    name: text("name").notNull(),
    emrType: text("emr_type").notNull(),
    /** IANA name; "today" and nightly work are judged in it. */
    timezone: text("timezone").notNull(),
    accessTokenHash: text("access_token_hash").notNull(),
    accessTokenReferenceId: text("access_token_reference_id").notNull(),
    /** False once the token's EMR user is no longer linked or active: operations answer 404 "User not found". */
    userActive: boolean("user_active").notNull().default(true),
    /** JWE of the `whsec_…` that signs deliveries to the console's own inbox. */
    inboxSecret: text("inbox_secret").notNull(),
    /** Of the last settings sync; lib/resources/settings knows their shape. */
    settings: jsonb("settings").$type<Record<string, unknown>>(),
    syncedAt: moment("synced_at"),
    /** Of its settings. */
    asOf: asOf(),
    /** Set while an admin has unlinked the account: no operation and no nightly sync; what was synchronized stays. */
    unlinkedAt: moment("unlinked_at"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: "linked_account_pk", columns: [table.organizationId, table.id] })],
);

export const apiClient = pgTable(
  "api_client",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id),
    name: text("name").notNull(),
    clientId: text("client_id").notNull(),
    secretHash: text("secret_hash").notNull(),
    /** JWE of the `whsec_…` that signs deliveries to `callback_urls`. */
    webhookSecret: text("webhook_secret").notNull(),
    /** Null: subscribed to every event type. */
    eventTypes: text("event_types").array(),
    /** What becomes of a request that has fields which its operation does not know. */
    unknownFields: text("unknown_fields", { enum: UNKNOWN_FIELDS }).notNull().default("warn"),
    revokedAt: moment("revoked_at"),
    /** To the minute. */
    lastUsedAt: moment("last_used_at"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: "api_client_pk", columns: [table.organizationId, table.id] })],
);

export const appUser = pgTable(
  "app_user",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id),
    /** Lower case. Another organization may know the same one: that is another person, with a password of their own. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    /** Null until the person has chosen a password. */
    passwordHash: text("password_hash"),
    /** SHA-256 of the token of a link that lets the person choose a password, once and until the moment beside it. */
    invitationHash: text("invitation_hash"),
    invitationExpiresAt: moment("invitation_expires_at"),
    /** The OpenID provider by which the person has come, and its name for them; null until they do. */
    identityIssuer: text("identity_issuer"),
    identitySubject: text("identity_subject"),
    role: text("role", { enum: ["admin", "staff"] }).notNull(),
    /** A session carries the version it was made with; a higher one here ends it. */
    sessionVersion: integer("session_version").notNull().default(1),
    /** The sessions that the person has signed out of, the latest first; no more than may not have ended by themselves. */
    endedSessions: uuid("ended_sessions").array().notNull().default([]),
    deactivatedAt: moment("deactivated_at"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "app_user_pk", columns: [table.organizationId, table.id] }),
    uniqueIndex("app_user_email_index").on(table.organizationId, table.email),
    uniqueIndex("app_user_identity_index").on(table.organizationId, table.identityIssuer, table.identitySubject),
    check("app_user_identity_whole", sql`(${table.identityIssuer} IS NULL) = (${table.identitySubject} IS NULL)`),
  ],
);

export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    linkedAccountId: uuid("linked_account_id"),
    actor: jsonb("actor").$type<Actor>().notNull(),
    /** The permission that was used or missing, such as an operation's id. */
    action: text("action").notNull(),
    /** HTTP method and route template; never the address with its values. */
    route: text("route").notNull(),
    status: integer("status").notNull(),
    jobId: bigint("job_id", { mode: "number" }),
    /** Which record the address named: its variable part. */
    resource: text("resource"),
    /** Whose record it was, where the call named a patient. */
    patientMrn: text("patient_mrn"),
    address: text("address"),
    at: moment("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "audit_log_pk", columns: [table.organizationId, table.id] }),
    index().on(table.organizationId, table.at, table.id),
  ],
);
