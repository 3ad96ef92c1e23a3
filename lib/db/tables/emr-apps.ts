import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment } from "./columns.ts";
import { organization } from "./organizations.ts";

/** What vendors of EMRs gave when they registered this deployment as an app (additions §5). */
export const emrApp = pgTable(
  "emr_app",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id),
    /** Address of the FHIR server, or the one below which all servers of a vendor are. */
    issuer: text("issuer").notNull(),
    clientId: text("client_id").notNull(),
    /** JWE; null: the organization's own key proves the app. */
    clientSecret: text("client_secret"),
    /** The address that issues tokens, if it is at another origin than the server. */
    tokenUrl: text("token_url"),
    scopes: text("scopes").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "emr_app_pk", columns: [table.organizationId, table.id] }),
    uniqueIndex("emr_app_issuer").on(table.organizationId, table.issuer),
  ],
);

/** The same that the operator has registered for all organizations. Belongs to no tenant. */
export const deploymentApp = pgTable("deployment_app", {
  id: uuid("id").primaryKey(),
  issuer: text("issuer").notNull().unique("deployment_app_issuer"),
  clientId: text("client_id").notNull(),
  /** JWE. */
  clientSecret: text("client_secret").notNull(),
  tokenUrl: text("token_url"),
  scopes: text("scopes").notNull(),
  createdAt: createdAt(),
});

/**
 * An authorization at an EMR by SMART App Launch (additions §5): under way for some minutes, and what was granted as long as
 * an account uses it.
 */
export const emrAuthorization = pgTable(
  "emr_authorization",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id),
    /** The person, or the link token, that began it and alone may use it. */
    begunBy: uuid("begun_by").notNull(),
    /** An app of the organization, or of the whole deployment. */
    emrAppId: uuid("emr_app_id").notNull(),
    /** Address of the FHIR server, for which alone its tokens are. */
    baseUrl: text("base_url").notNull(),
    /** Where the browser is sent. */
    authorizeUrl: text("authorize_url").notNull(),
    /** The issuer that an answer must name, if it names one (RFC 9207). */
    issuer: text("issuer").notNull(),
    /** Whether an answer must name it. */
    namesIssuer: boolean("names_issuer").notNull(),
    /** SHA-256 of what our own page sends to begin, once; null afterwards. */
    startHash: text("start_hash"),
    /** SHA-256 of the cookie of the browser that began. */
    browserHash: text("browser_hash"),
    stateHash: text("state_hash"),
    /** JWE: the PKCE verifier, and later the tokens. */
    sealed: text("sealed"),
    /** Until then the EMR may answer. */
    expiresAt: moment("expires_at").notNull(),
    /** When it answered, which it may once. */
    answeredAt: moment("answered_at"),
    /** Why nothing was granted, as a code. */
    problem: text("problem"),
    grantedAt: moment("granted_at"),
    /** Until then the access token is used. */
    accessEndsAt: moment("access_ends_at"),
    /** When the EMR refused the refresh token for good. */
    refusedAt: moment("refused_at"),
    /** The person at the EMR, as it names them. */
    fhirUser: text("fhir_user"),
    /** The account that uses it; null before it is linked. */
    linkedAccountId: uuid("linked_account_id"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "emr_authorization_pk", columns: [table.organizationId, table.id] }),
    index("emr_authorization_account").on(table.organizationId, table.linkedAccountId),
  ],
);
