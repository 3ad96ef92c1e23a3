import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { getProviderByEhrId } from "#lib/resources/providers/queries";
import { updateProviderByEhrId } from "#lib/resources/providers/update";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getProviderByEhrId),
  PATCH: command(updateProviderByEhrId),
});
