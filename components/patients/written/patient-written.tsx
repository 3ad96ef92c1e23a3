"use client";

import { refusalOf } from "#components/forms/refusal.ts";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { LongTable } from "#components/ui/long-table";
import { useItemNames } from "#lib/browser/api/order-catalog";
import { type WrittenList, type WrittenRecord, writtenRecords } from "#lib/browser/api/written";
import { useAside } from "#lib/browser/page/form-intent";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount, useOperationListedIn } from "#lib/browser/session/account";
import { shownRecords } from "#lib/catalog/shown";
import type { ShownRecord } from "#lib/definitions/shown";
import { WrittenRow } from "./written-row.tsx";

const COLUMNS = [{ title: "What" }, { title: "Status" }, { title: "Sent", end: true, className: "@max-md:hidden" }];

/** Shows the empty state: how to write the first record, or why none can be written. */
function NoneYet({ things, list, mrn }: { things: string; list: WrittenList; mrn: string }) {
  const account = useAccount();
  const operation = useOperationListedIn(list);
  const { openForm } = useAside();
  const title = `No ${things} were written from here yet`;
  const refusal = operation && refusalOf(account, operation);
  if (!operation || refusal) {
    return <EmptyState title={title}>{refusal ?? "Not supported for the connected EMR"}.</EmptyState>;
  }
  return (
    <EmptyState
      title={title}
      action={
        <Button
          onPress={() => openForm(operation.id, { patient_mrn: mrn })}
        >{`New ${operation.name.toLowerCase()}`}</Button>
      }
    />
  );
}

/** Lists the records of one kind written for a patient, newest first. */
export function PatientWritten({ mrn, kind: list }: { mrn: string; kind: WrittenList }) {
  // The type cannot express that a list's labels and records belong together.
  const shown = shownRecords[list] as ShownRecord<WrittenRecord>;
  const { id: accountId } = useAccount();
  const { query, rows, more } = useRows(writtenRecords(accountId, list, { patient_mrn: mrn }));
  const types = rows.flatMap((record) => ("item_ids" in record && "type" in record ? String(record.type) : []));
  const itemName = useItemNames(accountId, [...new Set(types)]);
  return (
    <ListBody
      things={shown.things}
      query={query}
      count={rows.length}
      empty={<NoneYet things={shown.things} list={list} mrn={mrn} />}
    >
      <LongTable label={shown.things} columns={COLUMNS} rows={rows} onNearEnd={more}>
        {(record, rowIndex) => (
          <WrittenRow
            key={record.job_id}
            record={record}
            title={shown.title(record, itemName)}
            detail={shown.detail(record)}
            rowIndex={rowIndex}
          />
        )}
      </LongTable>
    </ListBody>
  );
}
