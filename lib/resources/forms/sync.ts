import { form } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AccountTenant, type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrForm } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";

/** Stores the account's forms with their questions. */
export const storeForms = (tx: Transaction, tenant: AccountTenant, forms: EmrForm[]): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    form,
    forms.map((found) => ({ id: newId(), ...found })),
    { key: "emrFormId", ours: ["id"] },
  );
