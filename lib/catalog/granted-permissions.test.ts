import { describe, expect, it } from "vitest";
import { allCommands } from "#lib/api/openapi/all-commands";
import { allQueries } from "#lib/api/openapi/all-queries";
import { draftPermission } from "#lib/security/draft-permission";
import { MCP_READ_PERMISSIONS } from "#lib/security/permissions";
import { operationIds } from "./catalog.ts";
import { INTEGRATOR_PERMISSIONS, mcpPermissions, ROLE_PERMISSIONS } from "./granted-permissions.ts";

const everything = { reads: [...MCP_READ_PERMISSIONS], drafts: [...operationIds] };

describe("an MCP token's permissions", () => {
  it.each(["admin", "staff"] as const)("let %s's assistant read and draft, and use no route that writes", (role) => {
    const granted = mcpPermissions(everything, role);
    const writes = [...allCommands.map(({ permission }) => permission as string), ...operationIds];
    expect(writes.filter((permission) => granted.has(permission))).toEqual([]);
    const reads = new Set<string>(allQueries.map(({ permission }) => permission));
    const drafts = operationIds.map(draftPermission);
    expect([...granted].filter((permission) => !reads.has(permission) && !drafts.includes(permission))).toEqual([]);
    expect(drafts.every((permission) => granted.has(permission))).toBe(true);
  });

  it("are those of its scopes alone, and never more than its person's", () => {
    const narrow = { reads: ["patients:read", "webhook-endpoints:read", "users:read", "payments:create"], drafts: [] };
    expect([...mcpPermissions(narrow, "admin")].sort()).toEqual(["patients:read", "webhook-endpoints:read"]);
    expect([...mcpPermissions(narrow, "staff")]).toEqual(["patients:read"]);
    expect([...mcpPermissions({ reads: [], drafts: ["payments:create"] }, "staff")]).toEqual(["payments:create:draft"]);
  });

  it("are nobody else's", () => {
    const drafts = operationIds.map(draftPermission);
    for (const granted of [ROLE_PERMISSIONS.admin, ROLE_PERMISSIONS.staff, INTEGRATOR_PERMISSIONS]) {
      expect(drafts.filter((permission) => granted.has(permission))).toEqual([]);
    }
  });
});
