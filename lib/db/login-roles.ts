import { createHash, createHmac } from "node:crypto";

/** The group roles that the migrations make; see migrations/0001_tenancy.sql. */
export const GROUP_ROLES = ["crc_app", "crc_sandbox"] as const;

export type GroupRole = (typeof GROUP_ROLES)[number];

/**
 * Name and password of a deployment's own login role in a group role. Both follow from the encryption key, so
 * that several deployments can share a cluster and every process of one arrives at the same.
 */
export function loginRole(group: GroupRole, encryptionKey: string): { name: string; password: string } {
  const suffix = createHash("sha256").update(`login-role-name:${encryptionKey}`).digest("hex").slice(0, 8);
  const password = createHmac("sha256", encryptionKey).update(`login-role:${group}`).digest("base64url");
  return { name: `${group}_${suffix}`, password };
}

/** The same database as another user. */
export function urlAs(databaseUrl: string, role: { name: string; password: string }): string {
  const url = new URL(databaseUrl);
  url.username = role.name;
  url.password = role.password;
  return url.toString();
}
