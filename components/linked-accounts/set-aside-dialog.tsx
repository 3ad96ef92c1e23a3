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
import { words } from "./words.ts";

/** Lists the records of a kind that could not be stored, with their reasons. */
export function SetAsideDialog({ kind, onClose }: { kind: SyncKind; onClose: () => void }) {
  const { query, rows, more } = useRows(setAside(useAccountId(), kind));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.setAsideTitle(kindName(kind))}
      footer={
        <>
          {more ? (
            <Button pending={query.isFetchingNextPage} onPress={more}>
              {words.showMore}
            </Button>
          ) : null}
          <Button variant="primary" onPress={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      <p>{words.setAsideNote}</p>
      <ListBody
        things={words.records.toLowerCase()}
        query={query}
        count={rows.length}
        usual={3}
        empty={<EmptyState title={words.noneSetAside} />}
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
