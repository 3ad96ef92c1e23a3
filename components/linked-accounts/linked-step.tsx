"use client";

import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Link } from "#components/ui/link";
import { ShownOnce } from "#components/ui/shown-once";
import type { NewAccountModel } from "#lib/administration/linked-accounts/model";
import { SyncProgress } from "./sync-progress.tsx";

/** Shows the token of a newly linked account, this once, and the progress of its first sync. */
export function LinkedStep({ made, onClose }: { made: NewAccountModel; onClose: () => void }) {
  const isReadOnly = made.writes?.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="success" title={`${made.name} is linked`} announce>
        Its first sync brings in patients, schedule and the rest.
      </Banner>
      <p className="text-sm text-muted">
        Integrators send this token with their client id and secret. A new one can be created at any time.
      </p>
      <ShownOnce label="Access token" secret={made.access_token} />
      <SyncProgress accountId={made.id} />
      {isReadOnly ? (
        <Banner tone="info" title="It is read-only">
          Nothing is written to this EMR until an admin switches operations on in{" "}
          <Link href={`/a/${made.id}/integrations`}>its integrations</Link>.
        </Banner>
      ) : null}
      <div className="flex justify-end">
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
