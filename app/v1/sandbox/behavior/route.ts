import { updateSandboxBehavior } from "#lib/administration/sandbox/commands";
import { getSandboxBehavior } from "#lib/administration/sandbox/queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getSandboxBehavior),
  PATCH: command(updateSandboxBehavior),
});
