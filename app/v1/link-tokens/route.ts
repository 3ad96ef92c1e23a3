import { createLinkToken } from "#lib/administration/link-tokens/commands";
import { listLinkTokens } from "#lib/administration/link-tokens/queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listLinkTokens),
  POST: command(createLinkToken),
});
