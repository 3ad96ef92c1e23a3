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
import type { AuditActor } from "#lib/kernel/principal";
import { UNKNOWN_FIELDS } from "#lib/kernel/unknown-fields";
import { asOf, createdAt, moment } from "./columns.ts";

// An organization, and the accounts, API clients and users that act for it. Row-level security compares only the
// organization.

export const organization = pgTable("organization", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  /** Whether everyone who signs in by password must have a second factor. */
  requiresSecondFactor: boolean("requires_second_factor").notNull().default(false),
  /** Whether its people may grant assistants access by OAuth. */
  oauthEnabled: boolean("oauth_enabled").notNull().default(false),
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
    /** IANA name of the time zone that defines "today" and the hours of nightly work. */
    timezone: text("timezone").notNull(),
    accessTokenHash: text("access_token_hash").notNull(),
    accessTokenReferenceId: text("access_token_reference_id").notNull(),
    /** SHA-256 of the access token before that of a repair, which is accepted as well until `former_token_until`. */
    formerTokenHash: text("former_token_hash"),
    formerTokenUntil: moment("former_token_until"),
    /** The API client by whose link token it was linked; null: an admin or the operator linked it. */
    linkedBy: uuid("linked_by"),
    /** False once the token's EMR user is no longer linked or active; operations then answer 404 "User not found". */
    userActive: boolean("user_active").notNull().default(true),
    /** JWE of the `whsec_…` secret that signs deliveries to the console's inbox. */
    inboxSecret: text("inbox_secret").notNull(),
    /** The account's `connection` without its secrets (decisions §12); null for an EMR that needs none. */
    connection: jsonb("connection").$type<Record<string, unknown>>(),
    /** JWE of the secrets of `connection`, as JSON. */
    credentials: text("credentials"),
    /** Findings of the last probe of the connection (lib/emr/port/profile.ts); null if it was not probed. */
    profile: jsonb("profile").$type<Record<string, unknown>>(),
    /** Ids of the operations that may write to the EMR; null: all of them. */
    writes: text("writes").array(),
    /** No longer used; the version before reads it. */
    signsEvents: boolean("signs_events").notNull().default(false),
    /** JWE of the passphrase of the downtime packets, which an evening makes without a person; null: none are made. */
    downtimePassphrase: text("downtime_passphrase"),
    /** Result of the last settings sync; lib/resources/settings defines the shape. */
    settings: jsonb("settings").$type<Record<string, unknown>>(),
    /** The meanings of visit statuses by code, as admins have chosen; lib/resources/visit-statuses defines the shape. */
    visitMeanings: jsonb("visit_meanings").$type<Record<string, unknown>>().notNull().default({}),
    /** What receipts say of the clinic, as admins have entered it; lib/resources/settings defines the shape. */
    clinic: jsonb("clinic").$type<Record<string, unknown>>().notNull().default({}),
    /** Names of the payment methods for which the console fills in a reference number by itself. */
    methodsWithoutReference: text("methods_without_reference").array().notNull().default([]),
    syncedAt: moment("synced_at"),
    /** Minutes between two readings of what changed in the EMR (additions §4); 0: the nightly sync alone. */
    syncIntervalMinutes: integer("sync_interval_minutes").notNull().default(5),
    /** When the EMR last answered a check after an outage; null if none was made. */
    emrAnsweredAt: moment("emr_answered_at"),
    /** Order number of `settings`. */
    asOf: asOf(),
    /**
     * Set while the account is unlinked by an admin: no operation and no nightly sync runs; synchronized data is kept.
     */
    unlinkedAt: moment("unlinked_at"),
    /**
     * Version of the link to the EMR: raised when the connection is replaced, and when the account is unlinked or linked
     * again. A sync ends with the version that it began with.
     */
    linkVersion: integer("link_version").notNull().default(0),
    /** The version since which the account leads to the EMR whose records are stored, under the same MRNs. */
    originVersion: integer("origin_version").notNull().default(0),
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
    /** JWE of the `whsec_…` secret that signs deliveries to `callback_urls`. */
    webhookSecret: text("webhook_secret").notNull(),
    /** Null: subscribed to the event types that are sent by default. */
    eventTypes: text("event_types").array(),
    /** How to treat fields of a request that the operation does not define. */
    unknownFields: text("unknown_fields", { enum: UNKNOWN_FIELDS }).notNull().default("warn"),
    /** Whether an admin lets the client ask others to link their EMRs (additions §5). */
    mayLink: boolean("may_link").notNull().default(false),
    /** Whether the operator lets the client make an organization for each clinic that links its EMR (additions §5). */
    platform: boolean("platform").notNull().default(false),
    /** The platform client of another organization that this row stands for; its secret is that client's. */
    platformClientId: uuid("platform_client_id"),
    revokedAt: moment("revoked_at"),
    /** Rounded to the minute. */
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
    /** Lower case, its domain in ASCII. In another organization the same address is another user. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    /** Null until the user has chosen a password. */
    passwordHash: text("password_hash"),
    /** SHA-256 of the token in the link for choosing a password, valid once and until `invitation_expires_at`. */
    invitationHash: text("invitation_hash"),
    invitationExpiresAt: moment("invitation_expires_at"),
    /** SHA-256 of the token in a mailed link for a forgotten password, valid once and until `reset_expires_at`. */
    resetHash: text("reset_hash"),
    resetExpiresAt: moment("reset_expires_at"),
    /** Kinds of alert that the user gets by mail; null: those of the role. */
    mailedAlerts: text("mailed_alerts").array(),
    /** OpenID provider of the user's last sign-in, and the provider's subject; null until the first one. */
    identityIssuer: text("identity_issuer"),
    identitySubject: text("identity_subject"),
    role: text("role", { enum: ["admin", "staff"] }).notNull(),
    /** Version stored in each session at sign-in; raising this one ends all older sessions. */
    sessionVersion: integer("session_version").notNull().default(1),
    /** Raised where credentials are taken from the user: with it the person's sessions end in all organizations. */
    credentialsVersion: integer("credentials_version").notNull().default(0),
    /** Null until the user has signed in. */
    lastSignedInAt: moment("last_signed_in_at"),
    deactivatedAt: moment("deactivated_at"),
    /**
     * The user, and their organization, whose password and second factors a person of several organizations signs in
     * with: the same in each of their organizations, in the first one too. Null for a person of one organization.
     */
    homeUserId: uuid("home_user_id"),
    homeOrganizationId: uuid("home_organization_id"),
    /** Id of the user in the organization's own directory, which provisions by SCIM; null: it has named none. */
    externalId: text("external_id"),
    /**
     * Whether a SCIM token that may make admins has set `external_id`: only then does it let an admin sign in through the
     * organization's own provider.
     */
    externalIdVouched: boolean("external_id_vouched").notNull().default(false),
    /** What the directory has sent of the user (lib/scim/document.ts); null: nothing. */
    directoryAttributes: jsonb("directory_attributes").$type<Record<string, unknown>>(),
    /**
     * The directory's `userName`, as `email` has it, of a user of several organizations who signs in with another
     * address; null: `email`.
     */
    userName: text("user_name"),
    /** When an admin or the directory last changed the user; null: never. */
    modifiedAt: moment("modified_at"),
    /** The id that the directory has taken back, or with which it has removed the user: another one is another person. */
    formerExternalId: text("former_external_id"),
    /** Set while the user is deactivated because the directory has removed them: it no longer sees them. */
    removedAt: moment("removed_at"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "app_user_pk", columns: [table.organizationId, table.id] }),
    uniqueIndex("app_user_email_index").on(table.organizationId, table.email),
    uniqueIndex("app_user_identity_index").on(table.organizationId, table.identityIssuer, table.identitySubject),
    check("app_user_identity_whole", sql`(${table.identityIssuer} IS NULL) = (${table.identitySubject} IS NULL)`),
  ],
);

/** The sessions of users. A session without a row is over. */
export const appSession = pgTable(
  "app_session",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    userId: uuid("user_id").notNull(),
    /** The user's `session_version` at the sign-in. */
    sessionVersion: integer("session_version").notNull(),
    /** Digest of the credentials at home (see `homeMark`), if the user's home is another organization. */
    homeMark: text("home_mark"),
    /** True if the organization's own OpenID provider has signed the user in: the session opens no other organization. */
    confined: boolean("confined").notNull().default(false),
    /** When a request began to take the session to another organization; no other one does for a minute. */
    leavingAt: moment("leaving_at"),
    /** True if the deployment's OpenID provider has signed the user in: the password was not proven. */
    vouched: boolean("vouched").notNull().default(false),
    /** Browser and system, such as "Firefox on Windows". */
    device: text("device").notNull(),
    address: text("address"),
    startedAt: moment("started_at").notNull(),
    /** Last activity of the browser, to the minute. */
    seenAt: moment("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "app_session_pk", columns: [table.organizationId, table.id] }),
    index().on(table.organizationId, table.userId),
  ],
);

/** The details of a change that an audit entry may hold; other details are not kept. */
export interface AuditDetail {
  /** Ids of the operations that were allowed, or no longer allowed, to write to the EMR. */
  switched_on?: string[];
  switched_off?: string[];
  /** Address of the EMR whose connection was set. */
  connected_to?: string;
  /** The person who consented at the EMR, as the EMR names them (`fhirUser`). */
  authorized_by?: string;
  /** The words that somebody without an account has agreed to before an EMR was linked. */
  agreed_to?: string[];
  /** Who drafted what a person sent or discarded: a person, and in brackets the assistant. */
  drafted_by?: string;
  /** Name of the changed record, such as a provider's or a person's; never a patient's. */
  record?: string;
  /** The kind of proof of the second factor at a sign-in, such as "passkey". */
  second_factor?: string;
  /** The fields that changed, each with its value before and after in words. */
  changed?: { field: string; from: string; to: string }[];
}

export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    linkedAccountId: uuid("linked_account_id"),
    actor: jsonb("actor").$type<AuditActor>().notNull(),
    /** The permission that was used or missing, such as an operation's id. */
    action: text("action").notNull(),
    /** HTTP method and route template, without the values in the path. */
    route: text("route").notNull(),
    status: integer("status").notNull(),
    jobId: bigint("job_id", { mode: "number" }),
    /** The record named in the path: its variable part. */
    resource: text("resource"),
    /** MRN of the patient, if the request named one. */
    patientMrn: text("patient_mrn"),
    /** The change, if settings were changed. Never a secret or patient data. */
    detail: jsonb("detail").$type<AuditDetail>(),
    address: text("address"),
    at: moment("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "audit_log_pk", columns: [table.organizationId, table.id] }),
    index().on(table.organizationId, table.at, table.id),
  ],
);
