import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { bytea, createdAt, moment } from "./columns.ts";

// The second factors of sign-in, proven after the password (lib/sign-in/second-factor).

/** An authenticator app (`totp`, at most one per person) or a passkey of a person. */
export const secondFactor = pgTable(
  "second_factor",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    userId: uuid("user_id").notNull(),
    kind: text("kind", { enum: ["totp", "passkey"] }).notNull(),
    /** The person's name for it. */
    name: text("name").notNull(),
    /** JWE of an authenticator app's secret. */
    secret: text("secret"),
    /** Time step of the app's last accepted code; this code and earlier ones are refused. */
    lastStep: bigint("last_step", { mode: "number" }),
    /** A passkey's credential id, base64url. */
    credentialId: text("credential_id"),
    /** A passkey's public key (COSE). */
    publicKey: bytea("public_key"),
    /** A passkey's signature counter; 0 for passkeys that do not count. */
    signCount: bigint("sign_count", { mode: "number" }),
    /** How a browser reaches a passkey, such as `usb` or `internal`. */
    transports: text("transports").array(),
    createdAt: createdAt(),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [
    primaryKey({ name: "second_factor_pk", columns: [table.organizationId, table.id] }),
    uniqueIndex("second_factor_totp_index").on(table.organizationId, table.userId).where(sql`${table.kind} = 'totp'`),
    uniqueIndex("second_factor_credential_index").on(table.organizationId, table.credentialId),
    index().on(table.organizationId, table.userId),
    check(
      "second_factor_whole",
      sql`CASE ${table.kind} WHEN 'totp' THEN num_nonnulls(${table.secret}, ${table.lastStep}) = 2
        ELSE num_nonnulls(${table.credentialId}, ${table.publicKey}, ${table.signCount}, ${table.transports}) = 4 END`,
    ),
  ],
);

/** The recovery codes of a person that are left; using one deletes its row. */
export const recoveryCode = pgTable(
  "recovery_code",
  {
    organizationId: uuid("organization_id").notNull(),
    userId: uuid("user_id").notNull(),
    /** SHA-256 of the code, which has 80 random bits. */
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ name: "recovery_code_pk", columns: [table.organizationId, table.userId, table.hash] })],
);

/**
 * A proof that a person was asked for: after the password at sign-in, or before a change of their own factors. It is
 * deleted with the proof.
 */
export const secondFactorChallenge = pgTable(
  "second_factor_challenge",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    userId: uuid("user_id").notNull(),
    /** The user's `session_version` at the password; a higher one ends the challenge. */
    sessionVersion: integer("session_version").notNull(),
    purpose: text("purpose", { enum: ["sign_in", "confirmation"] }).notNull(),
    /** The challenge that a passkey must sign, base64url; null until one was asked for. */
    toSign: text("to_sign"),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "second_factor_challenge_pk", columns: [table.organizationId, table.id] }),
    index().on(table.organizationId, table.userId),
  ],
);
