import { deleteSavedView, updateSavedView } from "#lib/changes/saved-views";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: change(updateSavedView),
  DELETE: change(deleteSavedView),
});
