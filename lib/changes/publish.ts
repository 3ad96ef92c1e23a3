import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import { publishToNamed } from "#lib/webhooks/events/publish-to-named";
import type { Found } from "./difference.ts";
import { EVENT_OF } from "./kinds.ts";

/** Publishes changes that were found in the EMR to those who named their events, in the caller's transaction. */
export const publishChanges = (tx: Transaction, tenant: AccountTenant, found: readonly Found[]): Promise<void> =>
  publishToNamed(
    tx,
    tenant,
    found.map(({ kind, change, id, ehrId, patientMrn, updatedFields, record }) => ({
      type: EVENT_OF[kind],
      data: {
        change,
        id,
        ehr_id: ehrId,
        patient_mrn: patientMrn,
        updated_fields: updatedFields,
        record,
      },
    })),
  );
