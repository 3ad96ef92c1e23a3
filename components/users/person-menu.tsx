"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, ShieldCheck, UserRound, UserRoundCheck, UserRoundX } from "lucide-react";
import { useState } from "react";
import { Confirm } from "#components/ui/confirm";
import { IconButton } from "#components/ui/icon-button";
import { Menu, MenuItem } from "#components/ui/menu";
import type { UserModel } from "#lib/administration/users/model";
import { changeUser, type Invited, inviteUserAgain, usersKey } from "#lib/browser/api/users";
import { useAccountId } from "#lib/browser/session/account";
import { newId } from "#lib/kernel/id";
import { InvitationDialog } from "./invitation-dialog.tsx";

type Open = "admin" | "staff" | "deactivate" | "reactivate" | "link" | Invited | null;

/** Shows the actions on a user's access. Users cannot remove their own. */
export function PersonMenu({ user: { id, name, role, status }, isOwn }: { user: UserModel; isOwn: boolean }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const [key, setKey] = useState(newId);
  const close = () => setOpen(null);
  const change = async (body: { role?: UserModel["role"]; active?: boolean }) => {
    await changeUser(accountId, id, body);
    await client.invalidateQueries({ queryKey: usersKey(accountId) });
  };
  const isGone = status === "deactivated";
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        placement="bottom end"
        disabledKeys={isOwn ? ["admin", "staff", "deactivate"] : []}
        trigger={
          <IconButton label={`Actions for ${name}`}>
            <Ellipsis />
          </IconButton>
        }
        onAction={(chosen) => setOpen(chosen as "link")}
      >
        {role === "staff" ? (
          <MenuItem id="admin" label="Make admin" icon={<ShieldCheck />} />
        ) : (
          <MenuItem
            id="staff"
            label="Make staff"
            icon={<UserRound />}
            {...(isOwn && { detail: "Another admin can change your role" })}
          />
        )}
        {isGone ? null : (
          <MenuItem
            id="link"
            label={status === "invited" ? "New invitation link" : "Link for a new password"}
            icon={<KeyRound />}
          />
        )}
        {isGone ? (
          <MenuItem id="reactivate" label="Reactivate" icon={<UserRoundCheck />} />
        ) : (
          <MenuItem
            id="deactivate"
            label="Deactivate"
            icon={<UserRoundX />}
            {...(isOwn && { detail: "Another admin can deactivate you" })}
          />
        )}
      </Menu>
      {open === "admin" || open === "staff" ? (
        <Confirm
          title={`Make ${name} ${open === "admin" ? "an admin" : "staff"}?`}
          action={`Make ${name} ${open === "admin" ? "an admin" : "staff"}`}
          onConfirm={() => change({ role: open })}
          onClose={close}
        >
          {open === "admin"
            ? "Admins also change providers, webhooks, integrations and people, and read the audit log."
            : "Staff read records and submit operations, and see no admin pages."}{" "}
          They are signed out within seconds and sign in again.
        </Confirm>
      ) : null}
      {open === "deactivate" ? (
        <Confirm
          title={`Deactivate ${name}?`}
          action={`Deactivate ${name}`}
          danger
          onConfirm={() => change({ active: false })}
          onClose={close}
        >
          They are signed out within seconds and cannot sign in. What they did stays in the records. You can reactivate
          them.
        </Confirm>
      ) : null}
      {open === "reactivate" ? (
        <Confirm
          title={`Reactivate ${name}?`}
          action={`Reactivate ${name}`}
          onConfirm={() => change({ active: true })}
          onClose={close}
        >
          They can sign in again with the password that they had.
        </Confirm>
      ) : null}
      {open === "link" ? (
        <Confirm
          title={`New link for ${name}?`}
          action="Make a link"
          onConfirm={() => inviteUserAgain(accountId, id, key)}
          onDone={(made) => {
            setKey(newId());
            setOpen(made);
          }}
          onClose={close}
        >
          It lets them choose a password, once and within 7 days. Links made before no longer work.
        </Confirm>
      ) : null}
      {typeof open === "object" && open !== null ? <InvitationDialog invited={open} onClose={close} /> : null}
    </>
  );
}
