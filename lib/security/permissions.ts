import { RESOURCE_READ_PERMISSIONS } from "./generated/read-permissions.ts";

/** The permissions of `/v1` queries that everyone has: one per resource, and of the work on them (decisions §2). */
export const READ_PERMISSIONS = [...RESOURCE_READ_PERMISSIONS, "changes:read", "events:read", "jobs:read"] as const;

/** The permissions of queries that an MCP token may have (decisions §2): records, and what became of jobs and deliveries. */
export const MCP_READ_PERMISSIONS = [...READ_PERMISSIONS, "subscriptions:read", "webhook-endpoints:read"] as const;

/** Permissions for commands on jobs, granted to everyone. */
export const JOB_PERMISSIONS = ["jobs:cancel", "jobs:retry"] as const;

/** Permission to make a downtime packet, granted to everyone who may read its records. */
export const DOWNTIME_PERMISSIONS = ["downtime-packets:create"] as const;

/** Permissions for the work of the desk that no EMR holds, granted to everyone but assistants (additions §7). */
export const DESK_PERMISSIONS = ["day-closings:create", "day-closings:read"] as const;

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

/** Permissions for the notes that people leave the next shift, granted to every person and to nobody else (additions §7). */
export const SHIFT_PERMISSIONS = ["shift-notes:create", "shift-notes:delete", "shift-notes:read"] as const;

/** Permission to let others link an EMR, of API clients for which an admin has switched it on (additions §5). */
export const LINK_PERMISSIONS = ["linked-accounts:link"] as const;

/** The permissions whose routes such an API client calls by its id and secret alone, without an access token (additions §5). */
export const ALONE_PERMISSIONS = [...LINK_PERMISSIONS, "link-tokens:read", "link-tokens:revoke"] as const;
/**
 * Permissions of such a client without an access token: to link, for the accounts that it has linked, and for the webhook endpoints
 * that it registers for all accounts (additions §5).
 */
export const LINKING_CLIENT_PERMISSIONS = [
  ...ALONE_PERMISSIONS,
  "linked-accounts:read",
  "linked-accounts:update",
  "webhook-endpoints:create",
  "webhook-endpoints:delete",
  "webhook-endpoints:read",
  "webhook-endpoints:update",
] as const;

/** Permissions for people, how they sign in, their MCP tokens, the apps at EMRs and the audit log, granted to admins alone (decisions §2). */
export const PEOPLE_PERMISSIONS = [
  "audit-log:read",
  "emr-apps:create",
  "emr-apps:delete",
  "emr-apps:read",
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
  "link-tokens:read",
  "link-tokens:revoke",
  "linked-accounts:create",
  "linked-accounts:read",
  "linked-accounts:update",
  "organization-keys:read",
  "organization-keys:rotate",
  "providers:update",
  "sandbox:read",
  "sandbox:update",
  "settings:update",
  "subscriptions:read",
  "subscriptions:update",
  "visit-statuses:update",
  "webhook-endpoints:create",
  "webhook-endpoints:delete",
  "webhook-endpoints:read",
  "webhook-endpoints:update",
] as const;

export type ReadPermission =
  | (typeof READ_PERMISSIONS | typeof LINK_PERMISSIONS)[number]
  | Extract<
      (
        | typeof ADMIN_PERMISSIONS
        | typeof DESK_PERMISSIONS
        | typeof DRAFT_PERMISSIONS
        | typeof PERSONAL_PERMISSIONS
        | typeof SHIFT_PERMISSIONS
      )[number],
      `${string}:read`
    >;

export type CommandPermission =
  | (typeof DOWNTIME_PERMISSIONS | typeof JOB_PERMISSIONS | typeof LINK_PERMISSIONS)[number]
  | Exclude<
      (
        | typeof ADMIN_PERMISSIONS
        | typeof DESK_PERMISSIONS
        | typeof DRAFT_PERMISSIONS
        | typeof PERSONAL_PERMISSIONS
        | typeof SHIFT_PERMISSIONS
      )[number],
      `${string}:read`
    >;
