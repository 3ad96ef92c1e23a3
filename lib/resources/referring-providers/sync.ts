import { referringProvider } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AccountTenant, type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrReferringProvider } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";

/** Ten digits as XXX-XXX-XXXX, whatever stands between them; anything else as it is (interface 4.15). */
function phoneNumber(given: string | null): string | null {
  const digits = given?.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits?.length === 10 ? digits.replace(/(\d{3})(\d{3})(\d{4})/, "$1-$2-$3") : given;
}

/** Stores the account's referring providers, their phone and fax as XXX-XXX-XXXX. */
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
