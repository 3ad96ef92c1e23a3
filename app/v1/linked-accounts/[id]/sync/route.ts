import { startAccountSync } from "#lib/administration/linked-accounts/sync-command";
import { getAccountSync } from "#lib/administration/linked-accounts/sync-queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getAccountSync),
  POST: command(startAccountSync),
});
