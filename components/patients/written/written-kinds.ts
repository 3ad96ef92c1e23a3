import type { WrittenList, WrittenRecords } from "#lib/browser/api/written";
import { formatMoney } from "#lib/kernel/money";

/** Returns the order catalog's name of an item. */
export type ItemName = (type: string, itemId: string) => string;

/** How a list shows one kind of written record. */
interface WrittenKind<List extends WrittenList> {
  list: List;
  /** The plural name: "chart notes". */
  things: string;
  /** The operation that creates such a record. */
  operationId: string;
  /** Returns the record's title; `itemName` resolves the items of an order. */
  title(record: WrittenRecords[List], itemName: ItemName): string;
  /** Returns the second line. */
  detail(record: WrittenRecords[List]): string;
}

const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(" · ");

const kind = <List extends WrittenList>(told: WrittenKind<List>) => told;

/** All kinds of records that are written for a patient. */
export const WRITTEN_KINDS = {
  patient_notes: kind({
    list: "patient_notes",
    things: "chart notes",
    operationId: "patient-notes:create",
    title: ({ subject }) => subject,
    detail: ({ note, tags }) => joined(note, tags.join(", ")),
  }),
  payments: kind({
    list: "payments",
    things: "payments",
    operationId: "payments:create",
    title: ({ amount }) => formatMoney(amount),
    detail: ({ payment_method, reference_number, emr_transaction_id, notes }) =>
      joined(payment_method, reference_number, emr_transaction_id, notes),
  }),
  tasks: kind({
    list: "tasks",
    things: "tasks",
    operationId: "tasks:create",
    title: ({ subject, description }) => subject || description,
    detail: ({ subject, description, priority, due_date }) =>
      joined(subject ? description : null, `${priority} priority`, due_date && `due ${due_date}`),
  }),
  orders: kind({
    list: "orders",
    things: "orders",
    operationId: "orders:create",
    title: ({ type, item_ids }, itemName) =>
      `${type.charAt(0).toUpperCase()}${type.slice(1)}: ${item_ids.map((id) => itemName(type, id)).join(", ")}`,
    detail: ({ priority, notes, emr_order_id }) => joined(priority, emr_order_id, notes),
  }),
  services: kind({
    list: "services",
    things: "services",
    operationId: "services:create",
    title: ({ service_type }) => service_type,
    detail: ({ team, service_date, emr_service_id }) => joined(team, service_date, emr_service_id),
  }),
};

export type WrittenKindName = keyof typeof WRITTEN_KINDS;
