import type { Transaction } from "#lib/db/tenant";
import { type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrReferringProvider } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { referringProvider } from "./table.ts";

/**
 * Formats a number of ten digits as XXX-XXX-XXXX, whatever its punctuation; returns anything else unchanged (interface
 * 4.15).
 */
function phoneNumber(given: string | null): string | null {
  const digits = given?.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits?.length === 10 ? digits.replace(/(\d{3})(\d{3})(\d{4})/, "$1-$2-$3") : given;
}

/** Stores the account's referring providers, with phone and fax as XXX-XXX-XXXX. */
export const storeReferringProviders = (
  tx: Transaction,
  tenant: AccountTenant,
  providers: EmrReferringProvider[],
): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    referringProvider,
    providers.map((found) => ({
      id: newId(),
      ...found,
      phone: phoneNumber(found.phone),
      fax: phoneNumber(found.fax),
    })),
    { key: "ehrId", ours: ["id"] },
  );
