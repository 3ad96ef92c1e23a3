import { updateLinkedAccount } from "#lib/administration/linked-accounts/changes";
import { getLinkedAccount } from "#lib/administration/linked-accounts/reads";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(getLinkedAccount),
  PATCH: change(updateLinkedAccount),
});
