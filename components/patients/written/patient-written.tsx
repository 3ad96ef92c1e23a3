"use client";

import { refusalOf } from "#components/forms/refusal.ts";
import { words } from "#components/patients/page-words.ts";
import { Button } from "#components/ui/button";
import { DataTable } from "#components/ui/data-table/data-table";
import { TableBar } from "#components/ui/data-table/table-bar";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { useItemNames } from "#lib/browser/api/order-catalog";
import { type WrittenList, type WrittenRecord, writtenRecords } from "#lib/browser/api/written";
import { useAside } from "#lib/browser/page/form-intent";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount, useOperationListedIn } from "#lib/browser/session/account";
import { shownRecords } from "#lib/catalog/generated/shown";
import type { ShownRecord } from "#lib/definitions/shown";
import { type ListedRecord, WRITTEN_COLUMNS } from "./written-columns.tsx";

const keyOf = ({ record }: ListedRecord) => record.job_id;

/** Shows the empty state: how to write the first record, or why none can be written. */
function NoneYet({ things, list, mrn }: { things: string; list: WrittenList; mrn: string }) {
  const account = useAccount();
  const operation = useOperationListedIn(list);
  const { openForm } = useAside();
  const title = words.noneSent(things);
  const refusal = operation && refusalOf(account, operation);
  if (!operation || refusal) {
    return <EmptyState title={title}>{refusal ?? words.notSupported}.</EmptyState>;
  }
  return (
    <EmptyState
      title={title}
      action={
        <Button onPress={() => openForm(operation.id, { patient_mrn: mrn })}>
          {words.newOf(operation.name.toLowerCase())}
        </Button>
      }
    />
  );
}

/** Lists the records of one kind written for a patient, newest first. */
export function PatientWritten({ mrn, kind: list }: { mrn: string; kind: WrittenList }) {
  // The type cannot express that a list's labels and records belong together.
  const shown = shownRecords[list] as ShownRecord<WrittenRecord>;
  const { id: accountId } = useAccount();
  const { query, rows, more, counted, listKey } = useRows(writtenRecords(accountId, list, { patient_mrn: mrn }));
  const types = rows.flatMap((record) => ("item_ids" in record && "type" in record ? String(record.type) : []));
  const itemName = useItemNames(accountId, [...new Set(types)]);
  const { jobId } = useAside();
  const table = useTable(list, WRITTEN_COLUMNS);
  const listed = rows.map((record) => ({
    record,
    title: shown.title(record, itemName),
    detail: shown.detail(record),
  }));
  return (
    <>
      <TableBar table={table} things={[shown.things.replace(/s$/, ""), shown.things]} {...counted} />
      <ListBody
        things={shown.things}
        query={query}
        listKey={listKey}
        count={rows.length}
        empty={<NoneYet things={shown.things} list={list} mrn={mrn} />}
      >
        <DataTable label={shown.things} table={table} rows={listed} keyOf={keyOf} current={jobId} onNearEnd={more} />
      </ListBody>
    </>
  );
}
