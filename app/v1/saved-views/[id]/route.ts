import { deleteSavedView, updateSavedView } from "#lib/administration/saved-views/changes";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: change(updateSavedView),
  DELETE: change(deleteSavedView),
});
