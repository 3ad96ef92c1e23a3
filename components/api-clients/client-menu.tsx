"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban, Ellipsis, KeyRound, Pencil, ShieldQuestionMark } from "lucide-react";
import { useState } from "react";
import { RenameDialog } from "#components/integrations/rename-dialog";
import { Confirm } from "#components/ui/confirm";
import { IconButton } from "#components/ui/icon-button";
import { Menu, MenuItem } from "#components/ui/menu";
import { type ApiClientModel, apiClientName } from "#lib/administration/api-clients/model";
import { apiClientsKey, changeApiClient, revokeApiClient, rotateSecret } from "#lib/browser/api/api-clients";
import { useAccountId } from "#lib/browser/session/account";
import { newId } from "#lib/kernel/id";
import { SecretDialog } from "./secret-dialog.tsx";
import { UnknownFieldsDialog } from "./unknown-fields-dialog.tsx";

type Open = "rename" | "unknown" | "rotate" | "revoke" | { secret: string } | null;

/** Shows the actions of an API client that is not revoked. */
export function ClientMenu({ client }: { client: ApiClientModel }) {
  const { id, name } = client;
  const accountId = useAccountId();
  const cache = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const [key, setKey] = useState(newId);
  const close = () => setOpen(null);
  const done = () => cache.invalidateQueries({ queryKey: apiClientsKey(accountId) });
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
        <MenuItem id="unknown" label="Unknown fields" icon={<ShieldQuestionMark />} />
        <MenuItem id="rotate" label="New secret" icon={<KeyRound />} />
        <MenuItem id="revoke" label="Revoke" icon={<Ban />} />
      </Menu>
      {open === "rename" ? (
        <RenameDialog
          thing="client"
          name={name}
          schema={apiClientName}
          send={(given) => changeApiClient(accountId, id, { name: given })}
          onDone={done}
          onClose={close}
        />
      ) : null}
      {open === "unknown" ? <UnknownFieldsDialog client={client} onDone={done} onClose={close} /> : null}
      {open === "rotate" ? (
        <Confirm
          title={`New secret for ${name}?`}
          action="Make a new secret"
          danger
          onConfirm={() => rotateSecret(accountId, id, key)}
          onDone={({ api_client }) => {
            setKey(newId());
            setOpen({ secret: api_client.client_secret });
          }}
          onClose={close}
        >
          Requests with the current secret are refused within seconds.
        </Confirm>
      ) : null}
      {open === "revoke" ? (
        <Confirm
          title={`Revoke ${name}?`}
          action={`Revoke ${name}`}
          danger
          onConfirm={async () => {
            await revokeApiClient(accountId, id);
            await done();
          }}
          onClose={close}
        >
          Its credentials are refused within seconds, and pending deliveries to its callback URLs are discarded. This
          cannot be undone.
        </Confirm>
      ) : null}
      {typeof open === "object" && open !== null ? (
        <SecretDialog
          title={`The new secret of ${name}`}
          secrets={[{ label: "Client secret", value: open.secret }]}
          onClose={close}
        />
      ) : null}
    </>
  );
}
