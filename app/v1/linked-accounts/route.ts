import { createLinkedAccount } from "#lib/administration/linked-accounts/commands";
import { listManagedAccounts } from "#lib/administration/linked-accounts/managed";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listManagedAccounts),
  POST: command(createLinkedAccount),
});
