import { and, eq } from "drizzle-orm";
import { drawAsOf } from "#lib/db/as-of";
import type { OperationDefinition } from "#lib/definitions/operation";
import type { OperationRunner } from "#lib/definitions/runner";
import { EmrError, type EmrSchedule } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import { replaceSchedule } from "#lib/resources/appointments/sync";
import { provider } from "#lib/resources/providers/table";

interface Asked {
  providerEhrId: string;
  /** The sequence number of the EMR reading. */
  asOf: number;
  /** Time before the EMR reading. */
  since: Date;
}

type Schedule = Asked & EmrSchedule;

/** Reads one provider's schedule from the EMR and stores it (interface 3.4). */
export const runScheduleSync: OperationRunner<OperationDefinition, Asked, Schedule> = {
  async prepare({ tx, tenant, identifiers }) {
    const [found] = await tx
      .select({ ehrId: provider.ehrId })
      .from(provider)
      .where(
        and(eq(provider.linkedAccountId, tenant.linkedAccountId), eq(provider.id, String(identifiers.provider_id))),
      );
    if (!found)
      throw new EmrError("validation", "The provider is no longer among the synced providers", {
        code: "record_not_found",
      });
    return { providerEhrId: found.ehrId, asOf: await drawAsOf(tx), since: present() };
  },

  run: async (asked, { emr, signal }) => ({
    ...asked,
    ...(await emr.listAppointments({ providerEhrId: asked.providerEhrId }, signal)),
  }),

  async complete({ tx, tenant, result }) {
    const { created, updated } = await replaceSchedule(tx, tenant, result);
    return { data: { appointments_created: created, appointments_updated: updated } };
  },
};
