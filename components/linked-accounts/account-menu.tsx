"use client";

import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, Link2, Link2Off, Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RenameDialog } from "#components/forms/rename-dialog";
import { Confirm } from "#components/ui/confirm";
import { MenuItem } from "#components/ui/menu";
import { RotateSecret } from "#components/ui/rotate-secret";
import { RowMenu } from "#components/ui/row-menu";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { accountNameInput } from "#lib/administration/linked-accounts/new-account";
import { changeAccount, managedAccountsKey, rotateToken } from "#lib/browser/api/managed-accounts";
import { useAccountId } from "#lib/browser/session/account";

type Action = "rename" | "rotate" | "unlink" | "link";

/** Shows the actions of a linked account. Each states its effect first, since none can be undone automatically. */
export function AccountMenu({ account }: { account: ManagedAccountModel }) {
  const here = useAccountId();
  const router = useRouter();
  const client = useQueryClient();
  const [open, setOpen] = useState<Action | null>(null);
  const close = () => setOpen(null);
  const { id, name } = account;
  const done = () => {
    // The account's name is also in the page's frame, which the server renders.
    router.refresh();
    return client.invalidateQueries({ queryKey: managedAccountsKey(here) });
  };
  const change = async (body: { name?: string; active?: boolean }) => {
    await changeAccount(here, id, body);
    await done();
  };
  return (
    <>
      <RowMenu<Action> name={name} onAction={setOpen}>
        <MenuItem id="rename" label="Rename" icon={<Pencil />} />
        <MenuItem id="rotate" label="New access token" icon={<KeyRound />} />
        {account.active ? (
          <MenuItem id="unlink" label="Unlink" icon={<Link2Off />} />
        ) : (
          <MenuItem id="link" label="Link again" icon={<Link2 />} />
        )}
      </RowMenu>
      {open === "rename" ? (
        <RenameDialog
          thing="account"
          name={name}
          schema={accountNameInput}
          send={(given) => changeAccount(here, id, { name: given })}
          onDone={done}
          onClose={close}
        />
      ) : null}
      <RotateSecret
        isAsked={open === "rotate"}
        words={{
          title: `New access token for ${name}?`,
          action: "Create a new token",
          shown: `The access token of ${name}`,
          label: "Access token",
        }}
        rotate={async (key) => (await rotateToken(here, id, key)).linked_account.access_token}
        onClose={close}
      >
        Requests with the current token are refused within seconds.
      </RotateSecret>
      {open === "unlink" ? (
        <Confirm
          title={`Unlink ${name}?`}
          action={`Unlink ${name}`}
          danger
          onConfirm={() => change({ active: false })}
          onClose={close}
        >
          Neither this console nor integrations can send anything to this EMR, and the nightly sync stops. Synced
          records stay readable. You can link it again.
        </Confirm>
      ) : null}
      {open === "link" ? (
        <Confirm
          title={`Link ${name} again?`}
          action={`Link ${name}`}
          onConfirm={() => change({ active: true })}
          onClose={close}
        >
          Operations are accepted again at once, and the nightly sync goes on.
        </Confirm>
      ) : null}
    </>
  );
}
