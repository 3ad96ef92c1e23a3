"use client";

import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, ShieldCheck, ShieldOff, UserRound, UserRoundCheck, UserRoundX } from "lucide-react";
import { useState } from "react";
import { Confirm } from "#components/ui/confirm";
import { MenuItem } from "#components/ui/menu";
import { RowMenu } from "#components/ui/row-menu";
import type { UserModel } from "#lib/administration/users/model";
import { changeUser, type Invited, inviteUserAgain, resetSecondFactor, usersKey } from "#lib/browser/api/users";
import { useAccountId } from "#lib/browser/session/account";
import { newId } from "#lib/kernel/id";
import { InvitationDialog } from "./invitation-dialog.tsx";
import { words } from "./words.ts";

type Action = "admin" | "staff" | "deactivate" | "reactivate" | "link" | "factor";

/** Shows the actions on a user's access. Users cannot remove their own. */
export function PersonMenu({
  user: { id, name, role, status, second_factor },
  isOwn,
}: {
  user: UserModel;
  isOwn: boolean;
}) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [open, setOpen] = useState<Action | Invited | null>(null);
  const [key, setKey] = useState(newId);
  const close = () => setOpen(null);
  const change = async (body: { role?: UserModel["role"]; active?: boolean }) => {
    await changeUser(accountId, id, body);
    await client.invalidateQueries({ queryKey: usersKey(accountId) });
  };
  const isGone = status === "deactivated";
  const newRole = open === "admin" ? words.asAdmin(name) : words.asStaff(name);
  return (
    <>
      <RowMenu<Action>
        name={name}
        disabledKeys={isOwn ? ["admin", "staff", "deactivate", "factor"] : []}
        onAction={setOpen}
      >
        {role === "staff" ? (
          <MenuItem id="admin" label={words.makeAdmin} icon={<ShieldCheck />} />
        ) : (
          <MenuItem
            id="staff"
            label={words.makeStaff}
            icon={<UserRound />}
            {...(isOwn && { detail: words.roleByAnother })}
          />
        )}
        {isGone ? null : (
          <MenuItem
            id="link"
            label={status === "invited" ? words.newInvitationLink : words.linkForPassword}
            icon={<KeyRound />}
          />
        )}
        {second_factor ? (
          <MenuItem
            id="factor"
            label={words.removeSecondFactor}
            icon={<ShieldOff />}
            {...(isOwn && { detail: words.onYourAccount })}
          />
        ) : null}
        {isGone ? (
          <MenuItem id="reactivate" label={words.reactivate} icon={<UserRoundCheck />} />
        ) : (
          <MenuItem
            id="deactivate"
            label={words.deactivate}
            icon={<UserRoundX />}
            {...(isOwn && { detail: words.deactivatedByAnother })}
          />
        )}
      </RowMenu>
      {open === "admin" || open === "staff" ? (
        <Confirm title={`${newRole}?`} action={newRole} onConfirm={() => change({ role: open })} onClose={close}>
          {open === "admin" ? words.adminsMay : words.staffMay} {words.roleEffect}
        </Confirm>
      ) : null}
      {open === "deactivate" ? (
        <Confirm
          title={`${words.deactivate} ${name}?`}
          action={`${words.deactivate} ${name}`}
          danger
          onConfirm={() => change({ active: false })}
          onClose={close}
        >
          {words.deactivationEffect}
        </Confirm>
      ) : null}
      {open === "reactivate" ? (
        <Confirm
          title={`${words.reactivate} ${name}?`}
          action={`${words.reactivate} ${name}`}
          onConfirm={() => change({ active: true })}
          onClose={close}
        >
          {words.reactivationEffect}
        </Confirm>
      ) : null}
      {open === "factor" ? (
        <Confirm
          title={words.removeFactorOf(name)}
          action={words.removeIt}
          danger
          onConfirm={async () => {
            await resetSecondFactor(accountId, id);
            await client.invalidateQueries({ queryKey: usersKey(accountId) });
          }}
          onClose={close}
        >
          {words.removeFactorEffect(name)}
        </Confirm>
      ) : null}
      {open === "link" ? (
        <Confirm
          title={words.newLinkFor(name)}
          action={words.createALink}
          onConfirm={() => inviteUserAgain(accountId, id, key)}
          onDone={(made) => {
            setKey(newId());
            setOpen(made);
          }}
          onClose={close}
        >
          {words.newLinkEffect}
        </Confirm>
      ) : null}
      {typeof open === "object" && open !== null ? <InvitationDialog invited={open} onClose={close} /> : null}
    </>
  );
}
