import { createSavedView } from "#lib/administration/saved-views/changes";
import { listSavedViews } from "#lib/administration/saved-views/reads";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listSavedViews),
  POST: change(createSavedView),
});
