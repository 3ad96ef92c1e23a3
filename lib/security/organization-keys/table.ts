import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { JWK } from "jose";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment } from "#lib/db/tables/columns";
import { organization } from "#lib/db/tables/organizations";

/** The key pairs of an organization, by which EMRs recognize it: one row per rotation, with a pair per algorithm. */
export const organizationKey = pgTable(
  "organization_key",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id),
    publicKeys: jsonb("public_keys").$type<JWK[]>().notNull(),
    /** JWE of the private keys, as JSON: a list of JWKs. */
    privateKeys: text("private_keys").notNull(),
    /** The keys are published before they sign. */
    signsFrom: moment("signs_from").notNull(),
    /** End of their publication; null until they are replaced. */
    retiresAt: moment("retires_at"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: "organization_key_pk", columns: [table.organizationId, table.id] })],
);
