"use client";

import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, Link2, Link2Off, Pencil, Timer } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Confirm } from "#components/ui/confirm";
import { MenuItem } from "#components/ui/menu";
import { RotateSecret } from "#components/ui/rotate-secret";
import { RowMenu } from "#components/ui/row-menu";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { linkedAccountKey } from "#lib/browser/api/linked-account";
import { changeAccount, managedAccountsKey, rotateToken } from "#lib/browser/api/managed-accounts";
import { useAccountId } from "#lib/browser/session/account";
import { UnlinkConfirm } from "./unlink-confirm.tsx";
import { words } from "./words.ts";

const RenameAccount = dynamic(() => import("./rename-account.tsx").then((module) => module.RenameAccount), {
  ssr: false,
});

const IntervalDialog = dynamic(() => import("./interval-dialog.tsx").then((module) => module.IntervalDialog), {
  ssr: false,
});

type Action = "rename" | "interval" | "rotate" | "unlink" | "link";

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
    void client.invalidateQueries({ queryKey: linkedAccountKey(here) });
    return client.invalidateQueries({ queryKey: managedAccountsKey(here) });
  };
  const change = async (body: { name?: string; active?: boolean }) => {
    await changeAccount(here, id, body);
    await done();
  };
  return (
    <>
      <RowMenu<Action> name={name} onAction={setOpen}>
        <MenuItem id="rename" label={words.rename} icon={<Pencil />} />
        <MenuItem id="interval" label={words.interval} icon={<Timer />} />
        <MenuItem id="rotate" label={words.newToken} icon={<KeyRound />} />
        {account.active ? (
          <MenuItem id="unlink" label={words.unlink} icon={<Link2Off />} />
        ) : (
          <MenuItem id="link" label={words.linkAgain} icon={<Link2 />} />
        )}
      </RowMenu>
      {open === "rename" ? <RenameAccount account={account} onDone={done} onClose={close} /> : null}
      {open === "interval" ? <IntervalDialog account={account} onDone={done} onClose={close} /> : null}
      <RotateSecret
        isAsked={open === "rotate"}
        words={{
          title: words.newTokenFor(name),
          action: words.createToken,
          shown: words.tokenOf(name),
          label: words.accessToken,
        }}
        rotate={async (key) => (await rotateToken(here, id, key)).linked_account.access_token}
        onClose={close}
      >
        {words.newTokenEffect}
      </RotateSecret>
      {open === "unlink" ? (
        <UnlinkConfirm name={name} onConfirm={() => change({ active: false })} onClose={close} />
      ) : null}
      {open === "link" ? (
        <Confirm
          title={words.linkNamedAgain(name)}
          action={words.linkNamed(name)}
          onConfirm={() => change({ active: true })}
          onClose={close}
        >
          {words.linkAgainEffect}
        </Confirm>
      ) : null}
    </>
  );
}
