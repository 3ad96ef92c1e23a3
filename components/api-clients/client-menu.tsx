"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban, KeyRound, Link2, ListTree, Pencil, ShieldQuestionMark } from "lucide-react";
import dynamic from "next/dynamic";
import { useQueryState } from "nuqs";
import { useState } from "react";
import { Confirm } from "#components/ui/confirm";
import { MenuItem } from "#components/ui/menu";
import { RotateSecret } from "#components/ui/rotate-secret";
import { RowMenu } from "#components/ui/row-menu";
import type { ApiClientModel } from "#lib/administration/api-clients/model";
import { apiClientsKey, revokeApiClient, rotateSecret } from "#lib/browser/api/api-clients";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

const RenameClient = dynamic(() => import("./rename-client.tsx").then((module) => module.RenameClient), { ssr: false });
const UnknownFieldsDialog = dynamic(
  () => import("./unknown-fields-dialog.tsx").then((module) => module.UnknownFieldsDialog),
  { ssr: false },
);

const LinkingConfirm = dynamic(() => import("./linking-confirm.tsx").then((module) => module.LinkingConfirm), {
  ssr: false,
});

type Action = "rename" | "unknown" | "linking" | "links" | "rotate" | "revoke";

/** Shows the actions of an API client; of a revoked one its links are left. */
export function ClientMenu({ client }: { client: ApiClientModel }) {
  const { id, name, may_link: mayLink } = client;
  const accountId = useAccountId();
  const cache = useQueryClient();
  const [open, setOpen] = useState<Action | null>(null);
  const [, setLinksOf] = useQueryState("links");
  const close = () => setOpen(null);
  // The list stands beside the page, not in the table's cell.
  const act = (action: Action) => (action === "links" ? void setLinksOf(id) : setOpen(action));
  const done = () => cache.invalidateQueries({ queryKey: apiClientsKey(accountId) });
  return (
    <>
      {client.status === "active" ? (
        <RowMenu<Action> name={name} onAction={act}>
          <MenuItem id="rename" label={words.rename} icon={<Pencil />} />
          <MenuItem id="unknown" label={words.unknownFields} icon={<ShieldQuestionMark />} />
          <MenuItem id="linking" label={mayLink ? words.endLinking : words.letLink} icon={<Link2 />} />
          <MenuItem id="links" label={words.itsLinks} icon={<ListTree />} />
          <MenuItem id="rotate" label={words.newSecret} icon={<KeyRound />} />
          <MenuItem id="revoke" label={words.revoke} icon={<Ban />} />
        </RowMenu>
      ) : (
        <RowMenu<Action> name={name} onAction={act}>
          <MenuItem id="links" label={words.itsLinks} icon={<ListTree />} />
        </RowMenu>
      )}
      {open === "rename" ? <RenameClient client={client} onDone={done} onClose={close} /> : null}
      {open === "unknown" ? <UnknownFieldsDialog client={client} onDone={done} onClose={close} /> : null}
      <RotateSecret
        isAsked={open === "rotate"}
        words={{
          title: words.newSecretFor(name),
          action: words.createSecret,
          shown: words.newSecretOf(name),
          label: words.clientSecret,
        }}
        rotate={async (key) => (await rotateSecret(accountId, id, key)).api_client.client_secret}
        onClose={close}
      >
        {words.rotationEffect}
      </RotateSecret>
      {open === "linking" ? <LinkingConfirm client={client} onDone={done} onClose={close} /> : null}
      {open === "revoke" ? (
        <Confirm
          title={`${words.revokeNamed(name)}?`}
          action={words.revokeNamed(name)}
          danger
          onConfirm={async () => {
            await revokeApiClient(accountId, id);
            await done();
          }}
          onClose={close}
        >
          {words.revocationEffect}
        </Confirm>
      ) : null}
    </>
  );
}
