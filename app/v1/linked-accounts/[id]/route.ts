import { updateLinkedAccount } from "#lib/administration/linked-accounts/change-account";
import { endLinkedAccount } from "#lib/administration/linked-accounts/end-account";
import { getLinkedAccount } from "#lib/administration/linked-accounts/queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getLinkedAccount),
  PATCH: command(updateLinkedAccount),
  DELETE: command(endLinkedAccount),
});
