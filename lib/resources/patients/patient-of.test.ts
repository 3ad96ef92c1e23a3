import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { linkedAccount, patient } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { appointment } from "#lib/resources/appointments/table";
import { appointmentRow } from "#lib/testing/appointment-row";
import { openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { patientOf } from "./patient-of.ts";

testDatabase();

const PATIENTS = 1_000;
const ROWS = 20;

it("looks up one patient per row, also before PostgreSQL has statistics of the patients", {
  tags: "long",
}, async () => {
  const clinic = await openClinic();
  await withTenant(clinic.tenant, async (tx) => {
    await tx.delete(appointment);
    const [model] = await tx.select().from(patient).limit(1);
    if (!model) throw new Error("The clinic has patients");
    const copies = Array.from({ length: PATIENTS }, (_, n) => ({
      ...model,
      id: newId(),
      ehrId: `MANY-${n}`,
      mrn: `MANY-${n}`,
    }));
    await tx.insert(patient).values(copies);
    const rows = Array.from({ length: ROWS }, (_, n) => {
      const row = { category: "appointment", startsAt: new Date("2026-03-09T14:00:00Z") } as const;
      return appointmentRow(clinic, { ...row, emrAppointmentId: `A-${n}`, patientEhrId: `MANY-${50 * n}` });
    });
    await tx.insert(appointment).values(rows);
  });
  const read = await withTenant(clinic.tenant, async (tx) => {
    const [account] = await tx.select({ id: linkedAccount.id }).from(linkedAccount);
    // PostgreSQL may count what the connection's transactions of the last second have read, too.
    const rowsRead = async () => {
      const { rows } = await tx.execute<{ read: string }>(
        sql`SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'patient'`,
      );
      return Number(rows[0]?.read);
    };
    const before = await rowsRead();
    const found = await tx
      .select({ mrn: patient.mrn })
      .from(appointment)
      .leftJoinLateral(patientOf(tx, account?.id ?? "", appointment.patientEhrId), sql`true`);
    return { found: found.filter(({ mrn }) => mrn !== null).length, rows: (await rowsRead()) - before };
  });
  expect(read.found).toBe(ROWS);
  expect(read.rows).toBeLessThan(2 * ROWS);
});
