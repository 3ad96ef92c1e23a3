"use client";

import { RenameDialog } from "#components/forms/rename-dialog";
import { type ApiClientModel, apiClientName } from "#lib/administration/api-clients/model";
import { changeApiClient } from "#lib/browser/api/api-clients";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

interface RenameClientProps {
  client: ApiClientModel;
  onDone: () => unknown;
  onClose: () => void;
}

/** Asks for a new name of an API client. */
export function RenameClient({ client: { id, name }, onDone, onClose }: RenameClientProps) {
  const accountId = useAccountId();
  return (
    <RenameDialog
      thing={words.clientThing}
      name={name}
      schema={apiClientName}
      send={(given) => changeApiClient(accountId, id, { name: given })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
