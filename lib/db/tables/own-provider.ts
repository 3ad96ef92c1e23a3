import { pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt } from "./columns.ts";

/** An organization's own OpenID provider, which opens that organization alone (decisions §2). */
export const ownProvider = pgTable(
  "own_provider",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    issuer: text("issuer").notNull(),
    clientId: text("client_id").notNull(),
    /** JWE. */
    clientSecret: text("client_secret").notNull(),
    /** The claim that has the id by which the organization's directory names a user (`app_user.external_id`). */
    externalIdClaim: text("external_id_claim").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "own_provider_pk", columns: [table.organizationId, table.id] }),
    uniqueIndex("own_provider_organization_index").on(table.organizationId),
  ],
);

/** The users whom an organization's own provider signs in, by issuer and subject. */
export const ownIdentity = pgTable(
  "own_identity",
  {
    organizationId: uuid("organization_id").notNull(),
    userId: uuid("user_id").notNull(),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    /** The directory's id by which the user was found at the first sign-in; null: by an invitation. */
    externalId: text("external_id"),
    /** The client at the provider for which the subject was sent: it may be another one for another client. */
    clientId: text("client_id"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "own_identity_pk", columns: [table.organizationId, table.issuer, table.subject] }),
    uniqueIndex("own_identity_user_index").on(table.organizationId, table.userId),
  ],
);
