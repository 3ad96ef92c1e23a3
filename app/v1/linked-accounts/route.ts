import { createLinkedAccount } from "#lib/changes/linked-accounts";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listManagedAccounts } from "#lib/reads/managed-accounts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listManagedAccounts),
  POST: change(createLinkedAccount),
});
