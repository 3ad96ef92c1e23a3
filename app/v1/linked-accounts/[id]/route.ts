import { updateLinkedAccount } from "#lib/changes/linked-accounts";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { getLinkedAccount } from "#lib/reads/linked-accounts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(getLinkedAccount),
  PATCH: change(updateLinkedAccount),
});
