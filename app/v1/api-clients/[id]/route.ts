import { revokeApiClient, updateApiClient } from "#lib/administration/api-clients/changes";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: change(updateApiClient),
  DELETE: change(revokeApiClient),
});
