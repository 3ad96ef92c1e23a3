"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { CopyButton } from "#components/ui/copy-button";
import { RelativeTime } from "#components/ui/relative-time";
import { organizationKeys, organizationKeysKey, rotateOrganizationKeys } from "#lib/browser/api/organization-keys";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { isLocalAddress } from "./key-address.ts";

/** Shows the address of the organization's public keys, which a server must know to accept its signature. */
export function OwnKeys() {
  const accountId = useAccountId();
  const client = useQueryClient();
  const mayRotate = useMay("organization-keys:rotate");
  const [isAsked, setAsked] = useState(false);
  const { data, error } = useQuery(organizationKeys(accountId));
  if (error && !data) {
    return (
      <Banner tone="warning" title="The address of the public keys could not be loaded">
        {error.message}. The connection can be tested without it.
      </Banner>
    );
  }
  const address = data ? new URL(data.jwks_path, window.location.origin).href : "";
  const retiresAt = data?.keys.map(({ retires_at }) => retires_at).find((at) => at !== null);
  return (
    <section aria-label="Public keys" className="flex flex-col gap-2">
      <p className="text-sm font-medium text-fg">Address of our public keys</p>
      <div className="flex items-start gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
        <code className="min-h-8 min-w-0 flex-1 py-1.5 font-code text-sm break-all text-fg">{address}</code>
        <CopyButton label="Copy the address of the public keys" text={address} iconOnly />
      </div>
      {address !== "" && isLocalAddress(address) ? (
        <Banner tone="warning" title="A server elsewhere cannot read this address">
          Its token server must read our public keys here, and refuses every sign-in otherwise. Open the console under
          the name that others reach it by (PUBLIC_URL), unless that server runs in this same network.
        </Banner>
      ) : null}
      <p className="text-xs text-faint">Register it at the server together with the client id, before the test.</p>
      {retiresAt ? (
        <p className="text-xs text-muted">
          The old keys stay valid beside the new ones until they retire, <RelativeTime at={retiresAt} />.
        </p>
      ) : null}
      {mayRotate && data && !retiresAt ? (
        <div>
          <Button size="sm" onPress={() => setAsked(true)}>
            New keys…
          </Button>
        </div>
      ) : null}
      {isAsked ? (
        <Confirm
          title="Replace the keys of the organization?"
          action="Create new keys"
          onConfirm={async () =>
            client.setQueryData(organizationKeysKey(accountId), await rotateOrganizationKeys(accountId))
          }
          onClose={() => setAsked(false)}
        >
          The new keys are published at the same address at once. The old ones stay valid for 24 hours, so that servers
          which keep a copy of the keys refuse nothing. It concerns every EMR of the organization that knows these keys.
        </Confirm>
      ) : null}
    </section>
  );
}
