import { createSavedView } from "#lib/changes/saved-views";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listSavedViews } from "#lib/reads/saved-views";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listSavedViews),
  POST: change(createSavedView),
});
