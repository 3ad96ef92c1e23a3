import { createApiClient } from "#lib/administration/api-clients/commands";
import { listApiClients } from "#lib/administration/api-clients/queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listApiClients),
  POST: command(createApiClient),
});
