import { draftPermission } from "#lib/security/draft-permission";
import {
  ADMIN_PERMISSIONS,
  DESK_PERMISSIONS,
  DOWNTIME_PERMISSIONS,
  DRAFT_PERMISSIONS,
  JOB_PERMISSIONS,
  MCP_READ_PERMISSIONS,
  PEOPLE_PERMISSIONS,
  PERSONAL_PERMISSIONS,
  READ_PERMISSIONS,
  SHIFT_PERMISSIONS,
} from "#lib/security/permissions";
import { operationIds } from "./catalog.ts";

const everyone: readonly string[] = [
  ...READ_PERMISSIONS,
  ...JOB_PERMISSIONS,
  ...DOWNTIME_PERMISSIONS,
  ...DESK_PERMISSIONS,
  ...operationIds,
];
const trusted: readonly string[] = [...everyone, ...ADMIN_PERMISSIONS];

/** An integrator has all permissions except those for users and the audit log. */
export const INTEGRATOR_PERMISSIONS: ReadonlySet<string> = new Set(
  trusted.filter((permission) => !PEOPLE_PERMISSIONS.some((people) => people === permission)),
);

const people: readonly string[] = [...PERSONAL_PERMISSIONS, ...DRAFT_PERMISSIONS, ...SHIFT_PERMISSIONS];

/** Permissions of each user role. */
export const ROLE_PERMISSIONS: Record<"admin" | "staff", ReadonlySet<string>> = {
  staff: new Set([...everyone, ...people]),
  admin: new Set([...trusted, ...people]),
};

/**
 * Returns the permissions of an MCP token: the reads and drafts of its scopes that its person may read and send. None of
 * them lets a caller write (decisions §2).
 */
export function mcpPermissions(
  { reads, drafts }: { reads: readonly string[]; drafts: readonly string[] },
  role: keyof typeof ROLE_PERMISSIONS,
): ReadonlySet<string> {
  const held = ROLE_PERMISSIONS[role];
  const granted = new Set<string>(MCP_READ_PERMISSIONS.filter((name) => reads.includes(name) && held.has(name)));
  for (const id of operationIds) if (drafts.includes(id) && held.has(id)) granted.add(draftPermission(id));
  return granted;
}
