"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { CopyButton } from "#components/ui/copy-button";
import { Switch } from "#components/ui/switch";
import { useTimeZone } from "#components/ui/time-zone";
import { useNow } from "#components/ui/use-now";
import { organizationKeys, organizationKeysKey, rotateOrganizationKeys } from "#lib/browser/api/organization-keys";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { isLocalAddress } from "./key-address.ts";
import { replacementWords } from "./key-times.ts";
import { words } from "./link-words.ts";

/** Shows the address of the organization's public keys, which a server must know to accept its signature. */
export function OwnKeys() {
  const accountId = useAccountId();
  const client = useQueryClient();
  const mayRotate = useMay("organization-keys:rotate");
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const [isAsked, setAsked] = useState(false);
  const [isLeak, setLeak] = useState(false);
  const { data, error } = useQuery(organizationKeys(accountId));
  if (error && !data) {
    return (
      <Banner tone="warning" title={words.publicKeysNotLoaded}>
        {error.message}. {words.testableWithout}
      </Banner>
    );
  }
  const address = data ? new URL(data.jwks_path, window.location.origin).href : "";
  const replacement = data ? replacementWords(data.keys, now ?? Date.now(), timeZone) : null;
  const isBare = data?.keys.length === 0;
  // During a rotation another one is possible only after a leak.
  const endsPrevious = isLeak || replacement !== null;
  const ask = () => {
    setLeak(false);
    setAsked(true);
  };
  return (
    <section aria-label={words.publicKeys} className="flex flex-col gap-2">
      <p className="text-sm font-medium text-fg">{words.addressOfKeys}</p>
      <div className="flex items-start gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
        <code className="min-h-8 min-w-0 flex-1 py-1.5 font-code text-sm break-all text-fg">{address}</code>
        <CopyButton label={words.copyAddress} text={address} iconOnly />
      </div>
      {address !== "" && isLocalAddress(address) ? (
        <Banner tone="warning" title={words.localAddress}>
          {words.localAddressHint}
        </Banner>
      ) : null}
      <p className="text-xs text-faint">{words.registerAddress}</p>
      {isBare ? <p className="text-xs text-faint">{words.noKeysYet}</p> : null}
      {replacement ? <p className="text-xs text-muted">{replacement}</p> : null}
      {mayRotate && data && !isBare ? (
        <div>
          <Button size="sm" onPress={ask}>
            {words.newKeys}
          </Button>
        </div>
      ) : null}
      {isAsked ? (
        <Confirm
          title={words.replaceKeys}
          action={words.createKeys}
          onConfirm={async () =>
            client.setQueryData(organizationKeysKey(accountId), await rotateOrganizationKeys(accountId, endsPrevious))
          }
          onClose={() => setAsked(false)}
        >
          {replacement ? <p>{words.replacementUnderWay}</p> : null}
          <p>{endsPrevious ? words.endKeysEffect : words.replaceKeysEffect}</p>
          {replacement ? null : <Switch label={words.endKeys} isOn={isLeak} onChange={setLeak} />}
        </Confirm>
      ) : null}
    </section>
  );
}
