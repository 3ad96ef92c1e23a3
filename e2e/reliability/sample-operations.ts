import type { OperationId } from "#lib/catalog/catalog";
import { catalog } from "#lib/catalog/generated/definitions";
import { samples } from "#lib/catalog/generated/samples";
import type { OperationDefinition } from "#lib/definitions/operation";
import { clinicRequests } from "#lib/testing/clinic-requests";
import { eventText } from "./event-text.ts";
import type { KilledOperation } from "./killed-operation.ts";

/** Returns what is known of an operation that inserts one record: its sample, with the trial's number in its first text. */
function bySample(definition: OperationDefinition): KilledOperation {
  const { path, identifiers, form, events } = definition;
  const id = definition.id as OperationId;
  const request = clinicRequests[`POST ${path}`] ?? {};
  const isText = (field: string) => field in request && ["text", "multiline"].includes(form[field]?.widget ?? "");
  const text = Object.keys(form).find(isText);
  if (text === undefined) throw new Error(`${id} has no text that names its trial`);
  // The table is named like the id of the record, and the EMR's ledger names the write like the table.
  const table = Object.keys(identifiers.shape)[0]?.replace(/_id$/, "") ?? "";
  const body = (trial: number) => ({ ...request, [text]: `${request[text]} ${trial}` });
  const { completed } = samples[id];
  return {
    id,
    path,
    emrTable: table,
    writes: [{ kind: table, table }],
    body,
    expected(trial) {
      const sent = Object.entries(body(trial)).filter(([field]) => field in completed);
      return [eventText(events.completed.type, { ...completed, ...Object.fromEntries(sent) })];
    },
  };
}

/** Returns the operations beside `particular` that insert a record of their own, as their samples say. */
export const sampleOperations = (particular: readonly KilledOperation[]): KilledOperation[] =>
  Object.values<OperationDefinition>(catalog)
    .filter(({ identifiers }) => Object.keys(identifiers.shape).length > 0)
    .filter(({ id }) => !particular.some((each) => each.id === id))
    .map(bySample);
