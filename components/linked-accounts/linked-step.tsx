"use client";

import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Link } from "#components/ui/link";
import { ShownOnce } from "#components/ui/shown-once";
import type { NewAccountModel } from "#lib/administration/linked-accounts/model";
import { words } from "./link-words.ts";
import { SyncProgress } from "./sync-progress.tsx";

/** Shows the token of a newly linked account, this once, and the progress of its first sync. */
export function LinkedStep({ made, onClose }: { made: NewAccountModel; onClose: () => void }) {
  const isReadOnly = made.writes?.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="success" title={words.isLinked(made.name)} announce>
        {words.isLinkedHint}
      </Banner>
      <p className="text-sm text-muted">{words.tokenUse}</p>
      <ShownOnce label={words.accessToken} secret={made.access_token} />
      <SyncProgress accountId={made.id} />
      {isReadOnly ? (
        <Banner tone="info" title={words.isReadOnly}>
          {words.isReadOnlyHint} <Link href={`/a/${made.id}/integrations`}>{words.itsIntegrations}</Link>.
        </Banner>
      ) : null}
      <div className="flex justify-end">
        <Button variant="primary" onPress={onClose}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}
