import { createApiClient } from "#lib/administration/api-clients/changes";
import { listApiClients } from "#lib/administration/api-clients/reads";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listApiClients),
  POST: change(createApiClient),
});
