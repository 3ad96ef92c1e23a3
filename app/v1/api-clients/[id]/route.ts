import { revokeApiClient, updateApiClient } from "#lib/administration/api-clients/commands";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: command(updateApiClient),
  DELETE: command(revokeApiClient),
});
