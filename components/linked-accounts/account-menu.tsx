"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, Link2, Link2Off, Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { SecretDialog } from "#components/api-clients/secret-dialog";
import { RenameDialog } from "#components/integrations/rename-dialog";
import { Confirm } from "#components/ui/confirm";
import { IconButton } from "#components/ui/icon-button";
import { Menu, MenuItem } from "#components/ui/menu";
import { accountNameInput, type ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { changeAccount, managedAccountsKey, rotateToken } from "#lib/browser/api/managed-accounts";
import { useAccountId } from "#lib/browser/session/account";
import { newId } from "#lib/kernel/id";

type Open = "rename" | "rotate" | "unlink" | "link" | { token: string } | null;

/** Shows the actions of a linked account. Each states its effect first, since none can be undone automatically. */
export function AccountMenu({ account }: { account: ManagedAccountModel }) {
  const here = useAccountId();
  const router = useRouter();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const [key, setKey] = useState(newId);
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
      <Menu
        label={`Actions for ${name}`}
        placement="bottom end"
        trigger={
          <IconButton label={`Actions for ${name}`}>
            <Ellipsis />
          </IconButton>
        }
        onAction={(chosen) => setOpen(chosen as "rename")}
      >
        <MenuItem id="rename" label="Rename" icon={<Pencil />} />
        <MenuItem id="rotate" label="New access token" icon={<KeyRound />} />
        {account.active ? (
          <MenuItem id="unlink" label="Unlink" icon={<Link2Off />} />
        ) : (
          <MenuItem id="link" label="Link again" icon={<Link2 />} />
        )}
      </Menu>
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
      {open === "rotate" ? (
        <Confirm
          title={`New access token for ${name}?`}
          action="Make a new token"
          danger
          onConfirm={() => rotateToken(here, id, key)}
          onDone={({ linked_account }) => {
            setKey(newId());
            setOpen({ token: linked_account.access_token });
          }}
          onClose={close}
        >
          Requests with the current token are refused within seconds.
        </Confirm>
      ) : null}
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
      {typeof open === "object" && open !== null ? (
        <SecretDialog
          title={`The access token of ${name}`}
          secrets={[{ label: "Access token", value: open.token }]}
          onClose={close}
        />
      ) : null}
    </>
  );
}
