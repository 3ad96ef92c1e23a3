"use client";

import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { LongTable } from "#components/ui/long-table";
import { useItemNames } from "#lib/browser/api/order-catalog";
import { type WrittenList, type WrittenRecords, writtenRecords } from "#lib/browser/api/written";
import { useAside } from "#lib/browser/page/form-intent";
import { useRows } from "#lib/browser/page/use-rows";
import { isSupported, useAccount, useOperation } from "#lib/browser/session/account";
import { type ItemName, WRITTEN_KINDS, type WrittenKindName } from "./written-kinds.ts";
import { WrittenRow } from "./written-row.tsx";

const COLUMNS = [{ title: "What" }, { title: "Status" }, { title: "Sent", end: true, className: "@max-md:hidden" }];

/** Shows the empty state: how to write the first record, or why this EMR does not support it. */
function NoneYet({ things, operationId, mrn }: { things: string; operationId: string; mrn: string }) {
  const account = useAccount();
  const operation = useOperation(operationId);
  const { openForm } = useAside();
  const title = `No ${things} were written from here yet`;
  if (!operation || !isSupported(account, operation)) {
    return <EmptyState title={title}>Not supported for the connected EMR.</EmptyState>;
  }
  return (
    <EmptyState
      title={title}
      action={
        <Button
          onPress={() => openForm(operationId, { patient_mrn: mrn })}
        >{`New ${operation.name.toLowerCase()}`}</Button>
      }
    />
  );
}

/** Lists the records of one kind written for a patient, newest first. */
export function PatientWritten({ mrn, kind }: { mrn: string; kind: WrittenKindName }) {
  // TypeScript cannot relate a kind's texts to its records across the union of all kinds.
  const told = WRITTEN_KINDS[kind] as {
    list: WrittenList;
    things: string;
    operationId: string;
    title(record: WrittenRecords[WrittenList], itemName: ItemName): string;
    detail(record: WrittenRecords[WrittenList]): string;
  };
  const { id: accountId } = useAccount();
  const { query, rows, more } = useRows(writtenRecords(accountId, told.list, { patient_mrn: mrn }));
  const types = rows.flatMap((record) => ("item_ids" in record ? record.type : []));
  const itemName = useItemNames(accountId, [...new Set(types)]);
  return (
    <ListBody
      things={told.things}
      query={query}
      count={rows.length}
      empty={<NoneYet things={told.things} operationId={told.operationId} mrn={mrn} />}
    >
      <LongTable label={told.things} columns={COLUMNS} rows={rows} onNearEnd={more}>
        {(record, rowIndex) => (
          <WrittenRow
            key={record.job_id}
            record={record}
            title={told.title(record, itemName)}
            detail={told.detail(record)}
            rowIndex={rowIndex}
          />
        )}
      </LongTable>
    </ListBody>
  );
}
