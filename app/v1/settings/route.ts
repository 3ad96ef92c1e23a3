import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { changeSettings } from "#lib/resources/settings/change-settings";
import { getSettings } from "#lib/resources/settings/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getSettings),
  PATCH: command(changeSettings),
});
