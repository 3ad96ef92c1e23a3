import { boolean, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment } from "./columns.ts";
import { embedSession } from "./embed.ts";
import { organization } from "./organizations.ts";

/**
 * What a partner asks of somebody who links an EMR, and what became of it (additions §5). The token itself is an embed
 * session with the same id, of the view `link`. Rows are deleted with it, but never one by which an EMR was linked.
 */
export const linkToken = pgTable(
  "link_token",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id),
    /** The id of the account that is made by it, so that it cannot make two, or that it repairs. */
    linkedAccountId: uuid("linked_account_id").notNull(),
    /** Whether the account is there already, and gets new credentials. */
    repairs: boolean("repairs").notNull().default(false),
    /** The API client that asked, which alone exchanges the public token. */
    apiClientId: uuid("api_client_id").notNull(),
    /** The partner's own id of its customer. */
    userId: text("user_id").notNull(),
    /** The customer's name, as the partner knows it. */
    organizationName: text("organization_name").notNull(),
    /** Where the browser goes with the public token; null: the view stands in a frame of the session's origin. */
    redirectUrl: text("redirect_url"),
    /** The EMR types that may be linked; null: all. */
    emrTypes: text("emr_types").array(),
    /** Ids of the operations that the partner asks to let write. */
    writes: text("writes").array().notNull(),
    locale: text("locale"),
    /** The organization that gets the account, if it is not the client's own: the clinic's, which a platform client makes. */
    targetOrganizationId: uuid("target_organization_id"),
    /** Address of the first admin of that organization, which is made with the link; null: it is there already. */
    adminEmail: text("admin_email"),
    linkedAt: moment("linked_at"),
    /** The words that whoever linked has agreed to, as the audit log has them; null until then. */
    agreedTo: text("agreed_to").array(),
    /** Ids of the asked operations to which they have agreed. */
    agreedWrites: text("agreed_writes").array().notNull().default([]),
    /** Address of the EMR that was linked; null if it has none. */
    connectedTo: text("connected_to"),
    /** SHA-256 of the public token, which is good once and until `public_expires_at`. */
    publicHash: text("public_hash"),
    publicExpiresAt: moment("public_expires_at"),
    exchangedAt: moment("exchanged_at"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "link_token_pk", columns: [table.organizationId, table.id] }),
    foreignKey({
      name: "link_token_embed_session_fk",
      columns: [table.organizationId, table.id],
      foreignColumns: [embedSession.organizationId, embedSession.id],
    }).onDelete("cascade"),
    uniqueIndex("link_token_public_hash").on(table.organizationId, table.publicHash),
    index("link_token_of_client").on(table.organizationId, table.apiClientId, table.id),
  ],
);
