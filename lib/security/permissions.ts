import { RESOURCE_READ_PERMISSIONS } from "./generated/read-permissions.ts";

/** The permissions of `/v1` queries that everyone has: one per resource, and of the work on them (decisions §2). */
export const READ_PERMISSIONS = [...RESOURCE_READ_PERMISSIONS, "changes:read", "events:read", "jobs:read"] as const;

/** The permissions of queries that an MCP token may have (decisions §2): records, and what became of jobs and deliveries. */
export const MCP_READ_PERMISSIONS = [...READ_PERMISSIONS, "subscriptions:read", "webhook-endpoints:read"] as const;

/** Permissions for commands on jobs, granted to everyone. */
export const JOB_PERMISSIONS = ["jobs:cancel", "jobs:retry"] as const;

/** Permission to make a downtime packet, granted to everyone who may read its records. */
export const DOWNTIME_PERMISSIONS = ["downtime-packets:create"] as const;

/** Permissions for what a signed-in person keeps for themselves; integrators have none of them (decisions §5). */
export const PERSONAL_PERMISSIONS = [
  "oauth-grants:create",
  "own-account:read",
  "own-account:update",
  "saved-views:create",
  "saved-views:delete",
  "saved-views:read",
  "saved-views:update",
] as const;

/** Permissions for what assistants have drafted, granted to every person and to nobody else (decisions §2). */
export const DRAFT_PERMISSIONS = ["drafts:discard", "drafts:read"] as const;

/** Permissions for people, how they sign in, their MCP tokens and the audit log, granted to admins alone (decisions §2). */
export const PEOPLE_PERMISSIONS = [
  "audit-log:read",
  "mcp-tokens:create",
  "mcp-tokens:read",
  "mcp-tokens:revoke",
  "oauth-grants:read",
  "oauth-grants:revoke",
  "oauth-rules:read",
  "oauth-rules:update",
  "scim-tokens:create",
  "scim-tokens:read",
  "scim-tokens:revoke",
  "sign-in-rules:read",
  "sign-in-rules:update",
  "users:create",
  "users:read",
  "users:update",
] as const;

/** Permissions that staff do not have (decisions §2). */
export const ADMIN_PERMISSIONS = [
  ...PEOPLE_PERMISSIONS,
  "appointments:overbook",
  "api-clients:create",
  "api-clients:read",
  "api-clients:revoke",
  "api-clients:update",
  "downtime-packets:update",
  "embed-origins:create",
  "embed-origins:delete",
  "embed-origins:read",
  "embed-sessions:create",
  "embed-sessions:delete",
  "embed-sessions:read",
  "events:redeliver",
  "jobs:reconcile",
  "linked-accounts:create",
  "linked-accounts:read",
  "linked-accounts:update",
  "organization-keys:read",
  "organization-keys:rotate",
  "providers:update",
  "sandbox:read",
  "sandbox:update",
  "subscriptions:read",
  "subscriptions:update",
  "visit-statuses:update",
  "webhook-endpoints:create",
  "webhook-endpoints:delete",
  "webhook-endpoints:read",
  "webhook-endpoints:update",
] as const;

export type ReadPermission =
  | (typeof READ_PERMISSIONS)[number]
  | Extract<
      (typeof ADMIN_PERMISSIONS | typeof DRAFT_PERMISSIONS | typeof PERSONAL_PERMISSIONS)[number],
      `${string}:read`
    >;

/** The permission of a command. */
export type CommandPermission =
  | (typeof DOWNTIME_PERMISSIONS | typeof JOB_PERMISSIONS)[number]
  | Exclude<
      (typeof ADMIN_PERMISSIONS | typeof DRAFT_PERMISSIONS | typeof PERSONAL_PERMISSIONS)[number],
      `${string}:read`
    >;
