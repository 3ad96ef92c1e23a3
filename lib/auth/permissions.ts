import { type catalog, operationIds } from "#lib/operations/catalog";

/** What the reads of `/v1` need, one per resource (decisions §2). */
export const READ_PERMISSIONS = [
  "patients:read",
  "locations:read",
  "settings:read",
  "visit-statuses:read",
  "jobs:read",
  "events:read",
] as const;

export type ReadPermission = (typeof READ_PERMISSIONS)[number];
export type Permission = ReadPermission | keyof typeof catalog;

const everyone: readonly Permission[] = [...READ_PERMISSIONS, ...operationIds];

/** An integrator may do all but what concerns people and the audit log. */
export const INTEGRATOR_PERMISSIONS: ReadonlySet<string> = new Set(everyone);

/** What a person's role allows. */
export const ROLE_PERMISSIONS: Record<"admin" | "staff", ReadonlySet<string>> = {
  staff: new Set(everyone),
  admin: new Set(everyone),
};
