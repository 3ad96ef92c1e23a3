"use client";

import { RenameDialog } from "#components/forms/rename-dialog";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { accountNameInput } from "#lib/administration/linked-accounts/new-account";
import { changeAccount } from "#lib/browser/api/managed-accounts";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

interface RenameAccountProps {
  account: ManagedAccountModel;
  onDone: () => unknown;
  onClose: () => void;
}

/** Asks for a new name of a linked account. */
export function RenameAccount({ account: { id, name }, onDone, onClose }: RenameAccountProps) {
  const here = useAccountId();
  return (
    <RenameDialog
      thing={words.accountThing}
      name={name}
      schema={accountNameInput}
      send={(given) => changeAccount(here, id, { name: given })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
