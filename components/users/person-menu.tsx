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
  return (
    <>
      <RowMenu<Action>
        name={name}
        disabledKeys={isOwn ? ["admin", "staff", "deactivate", "factor"] : []}
        onAction={setOpen}
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
        {second_factor ? (
          <MenuItem
            id="factor"
            label="Remove second factor"
            icon={<ShieldOff />}
            {...(isOwn && { detail: "On the page Your account" })}
          />
        ) : null}
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
      </RowMenu>
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
          They are signed out within seconds and cannot sign in. Their actions stay in the records. You can reactivate
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
      {open === "factor" ? (
        <Confirm
          title={`Remove the second factor of ${name}?`}
          action="Remove it"
          danger
          onConfirm={async () => {
            await resetSecondFactor(accountId, id);
            await client.invalidateQueries({ queryKey: usersKey(accountId) });
          }}
          onClose={close}
        >
          For a lost phone or key: be sure that it is {name} who asks. Their app, passkeys and recovery codes no longer
          work, and they are signed out within seconds.
        </Confirm>
      ) : null}
      {open === "link" ? (
        <Confirm
          title={`New link for ${name}?`}
          action="Create a link"
          onConfirm={() => inviteUserAgain(accountId, id, key)}
          onDone={(made) => {
            setKey(newId());
            setOpen(made);
          }}
          onClose={close}
        >
          It lets them choose a password, once and within 7 days. Links created before no longer work.
        </Confirm>
      ) : null}
      {typeof open === "object" && open !== null ? <InvitationDialog invited={open} onClose={close} /> : null}
    </>
  );
}
