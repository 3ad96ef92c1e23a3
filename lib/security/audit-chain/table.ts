import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { bytea, moment } from "#lib/db/tables/columns";

/**
 * The links of an organization's audit chain: one per entry of the audit log. It refers to the entry without a foreign
 * key, so that an entry that is removed leaves its link behind.
 */
export const auditLink = pgTable(
  "audit_link",
  {
    organizationId: uuid("organization_id").notNull(),
    entryId: uuid("entry_id").notNull(),
    /** Number of the seal that the link belongs to. Links of a seal have the order of their entries' ids. */
    seal: integer("seal").notNull(),
    /** SHA-256 of the entry without its id. */
    digest: bytea("digest").notNull(),
  },
  (table) => [primaryKey({ name: "audit_link_pk", columns: [table.organizationId, table.entryId] })],
);

/** The seals of an organization's audit chain. Each commits to its links and to all earlier seals. */
export const auditSeal = pgTable(
  "audit_seal",
  {
    organizationId: uuid("organization_id").notNull(),
    /** 1, 2, 3 … without a gap. */
    number: integer("number").notNull(),
    /** Number of its links; 0 in a seal that only moves the chain to a new key. */
    entries: integer("entries").notNull(),
    /** Entries written up to GRACE_MS before this moment are chained (see `extendChain`). */
    completeTo: moment("complete_to").notNull(),
    sealedAt: moment("sealed_at").notNull(),
    /** SHA-256 over the previous hash, the columns above and the links. */
    hash: bytea("hash").notNull(),
    /** Names the key of `mac`. */
    keyId: text("key_id").notNull(),
    /** HMAC-SHA256 of the hash with a key that the database does not have. */
    mac: bytea("mac").notNull(),
  },
  (table) => [primaryKey({ name: "audit_seal_pk", columns: [table.organizationId, table.number] })],
);
