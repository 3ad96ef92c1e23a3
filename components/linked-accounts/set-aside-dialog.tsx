"use client";

import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { RelativeTime } from "#components/ui/relative-time";
import { setAside } from "#lib/browser/api/account-sync";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import type { SyncKind } from "#lib/emr/port/sync";
import { kindName } from "./sync-words.ts";

/** Lists the records of a kind that could not be stored, with their reasons. */
export function SetAsideDialog({ kind, onClose }: { kind: SyncKind; onClose: () => void }) {
  const { query, rows, more } = useRows(setAside(useAccountId(), kind));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${kindName(kind)} set aside`}
      footer={
        <>
          {more ? (
            <Button pending={query.isFetchingNextPage} onPress={more}>
              Show more
            </Button>
          ) : null}
          <Button variant="primary" onPress={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>
        These records could not be stored; where an earlier version was stored, it stays. Each is tried again whenever
        the EMR returns it.
      </p>
      <ListBody
        things="records"
        query={query}
        count={rows.length}
        usual={3}
        empty={<EmptyState title="Nothing is set aside any more" />}
      >
        <ul className="divide-y divide-line">
          {rows.map(({ ehr_id, reason, at }) => (
            <li key={ehr_id} className="flex flex-col gap-0.5 px-3 py-2">
              <span className="flex justify-between gap-3">
                <code className="min-w-0 font-code text-sm break-all text-fg">{ehr_id}</code>
                <span className="text-xs">
                  <RelativeTime at={at} />
                </span>
              </span>
              <span className="break-words">{reason}</span>
            </li>
          ))}
        </ul>
      </ListBody>
    </Dialog>
  );
}
