import { createHash, createHmac } from "node:crypto";
import { MAX_STATEMENT_MS } from "./connection-pool.ts";

/** Group roles that the migrations create (migrations/0001_tenancy.sql). */
export const GROUP_ROLES = ["crc_app", "crc_sandbox"] as const;

export type GroupRole = (typeof GROUP_ROLES)[number];

/**
 * Limits of every session of a login role; a transaction that needs longer raises them for itself (see `withTenant`). A
 * process that was cut off holds its row locks for at most 10 s: PostgreSQL ends a transaction that waits for its next
 * statement, and a TCP connection that acknowledges nothing. Unix sockets of this machine cannot be cut off.
 */
export const LOGIN_ROLE_SETTINGS = {
  statement_timeout: `${MAX_STATEMENT_MS}ms`,
  lock_timeout: "8s",
  idle_in_transaction_session_timeout: "10s",
  tcp_keepalives_idle: "4",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "10s",
  client_connection_check_interval: "2s",
} as const;

/**
 * Derives name and password of a deployment's login role in a group role. Both follow from the encryption key, so that
 * several deployments can share a cluster and all processes of a deployment derive the same role.
 */
export function loginRole(group: GroupRole, encryptionKey: string): { name: string; password: string } {
  const suffix = createHash("sha256").update(`login-role-name:${encryptionKey}`).digest("hex").slice(0, 8);
  const password = createHmac("sha256", encryptionKey).update(`login-role:${group}`).digest("base64url");
  return { name: `${group}_${suffix}`, password };
}

/** Returns the database URL with another user. */
export function urlAs(databaseUrl: string, role: { name: string; password: string }): string {
  const url = new URL(databaseUrl);
  url.username = role.name;
  url.password = role.password;
  return url.toString();
}
