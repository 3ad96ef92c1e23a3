import { createSavedView } from "#lib/administration/saved-views/commands";
import { listSavedViews } from "#lib/administration/saved-views/queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listSavedViews),
  POST: command(createSavedView),
});
