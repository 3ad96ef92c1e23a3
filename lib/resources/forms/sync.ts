import type { Transaction } from "#lib/db/tenant";
import { type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrForm } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { form } from "./table.ts";

/** Stores the account's forms with their questions. */
export const storeForms = (tx: Transaction, tenant: AccountTenant, forms: EmrForm[]): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    form,
    forms.map((found) => ({ id: newId(), ...found })),
    { key: "emrFormId", ours: ["id"] },
  );
