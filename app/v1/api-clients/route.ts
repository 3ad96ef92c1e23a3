import { createApiClient } from "#lib/changes/api-clients";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listApiClients } from "#lib/reads/api-clients";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listApiClients),
  POST: change(createApiClient),
});
