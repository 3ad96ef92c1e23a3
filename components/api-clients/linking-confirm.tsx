"use client";

import { Confirm } from "#components/ui/confirm";
import type { ApiClientModel } from "#lib/administration/api-clients/model";
import { changeApiClient } from "#lib/browser/api/api-clients";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./linking-words.ts";
import { words as ofClients } from "./words.ts";

interface LinkingConfirmProps {
  client: ApiClientModel;
  onDone: () => unknown;
  onClose: () => void;
}

/** Asks before an API client may let its customers link EMRs, or may no longer. */
export function LinkingConfirm({ client: { id, name, may_link: mayLink }, onDone, onClose }: LinkingConfirmProps) {
  const accountId = useAccountId();
  return (
    <Confirm
      title={`${mayLink ? words.endLinkingOf(name) : words.letLinkNamed(name)}?`}
      action={mayLink ? ofClients.endLinking : ofClients.letLink}
      onConfirm={async () => {
        await changeApiClient(accountId, id, { may_link: !mayLink });
        await onDone();
      }}
      onClose={onClose}
    >
      {mayLink ? words.endLinkingEffect : words.letLinkEffect}
    </Confirm>
  );
}
