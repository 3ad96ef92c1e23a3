import { createMcpToken } from "#lib/administration/mcp-tokens/commands";
import { listMcpTokens } from "#lib/administration/mcp-tokens/queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listMcpTokens),
  POST: command(createMcpToken),
});
