import { revokeApiClient, updateApiClient } from "#lib/changes/api-clients";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: change(updateApiClient),
  DELETE: change(revokeApiClient),
});
