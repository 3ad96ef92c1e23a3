import {
  ADMIN_PERMISSIONS,
  DOWNTIME_PERMISSIONS,
  JOB_PERMISSIONS,
  PEOPLE_PERMISSIONS,
  PERSONAL_PERMISSIONS,
  READ_PERMISSIONS,
} from "#lib/security/permissions";
import { operationIds } from "./catalog.ts";

const everyone: readonly string[] = [...READ_PERMISSIONS, ...JOB_PERMISSIONS, ...DOWNTIME_PERMISSIONS, ...operationIds];
const trusted: readonly string[] = [...everyone, ...ADMIN_PERMISSIONS];

/** An integrator has all permissions except those for users and the audit log. */
export const INTEGRATOR_PERMISSIONS: ReadonlySet<string> = new Set(
  trusted.filter((permission) => !PEOPLE_PERMISSIONS.some((people) => people === permission)),
);

/** Permissions of each user role. */
export const ROLE_PERMISSIONS: Record<"admin" | "staff", ReadonlySet<string>> = {
  staff: new Set([...everyone, ...PERSONAL_PERMISSIONS]),
  admin: new Set([...trusted, ...PERSONAL_PERMISSIONS]),
};
