/** @module-tag long */
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectEmr } from "#lib/emr/connect";
import type { EmrConnection } from "#lib/emr/port/port";
import { readAll } from "#lib/emr/port/read-all";
import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import { singleVariants, variantRows } from "#lib/testing/hosted/variants";
import { hostedConnection, probeHosted } from "#lib/testing/link-hosted";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { UNLIMITED } from "#lib/testing/sandbox-emr";

const ZONE = "America/New_York";
const never = new AbortController().signal;
let server: HostedServer;

allowPrivateEmrs();
beforeAll(async () => {
  server = await startHostedServer();
});
afterAll(() => server.stop());

async function open(): Promise<EmrConnection> {
  const connection = hostedConnection(server);
  const profile = await probeHosted(connection);
  expect(profile.faults ?? []).toEqual([]);
  const account = { id: "a".repeat(32), organizationId: "b".repeat(32), name: "Hosted", emrType: "records_api" };
  return connectEmr({ ...account, timezone: ZONE, connection: { ...connection }, profile }, UNLIMITED);
}

const rows = [
  ...variantRows().map((variants, row) => ({ name: `row ${row + 1} of all switches`, variants })),
  ...singleVariants(),
];

it.each(rows)("a service is read whole, whatever its answers look like: $name", async ({ variants }) => {
  Object.assign(server.variants, variants);
  const emr = await open();
  const { clinic } = server;
  const read = async (kind: Parameters<typeof readAll>[1]) => {
    const { records, faulty } = await readAll(emr, kind, never);
    expect(faulty).toEqual([]);
    return records;
  };
  const patients = (await read("patients")) as { mrn: string; gender: string }[];
  expect(patients.map(({ mrn }) => mrn)).toEqual(clinic.patients.map(({ mrn }) => mrn));
  expect(patients[0]?.gender).toMatch(/^f/i);
  const schedule = (await read("appointments")) as {
    emrAppointmentId: string;
    startsAt: string;
    category: string;
    duration: number;
    patientEhrId: string;
  }[];
  const visits = schedule.filter(({ category }) => category !== "schedule_slot");
  const openTime = schedule.find(({ category }) => category === "schedule_slot");
  expect(openTime).toMatchObject({ duration: 30, patientEhrId: null, providerEhrId: "101", locationEmrId: "LOC-1" });
  expect(visits.map(({ emrAppointmentId }) => emrAppointmentId).toSorted()).toEqual([
    "APT-1",
    "APT-2",
    "APT-3",
    "APT-4",
    "APT-5",
  ]);
  const first = visits.find(({ emrAppointmentId }) => emrAppointmentId === "APT-1");
  expect(first).toMatchObject({ category: "appointment", duration: 30, patientEhrId: "MRN-1", locationEmrId: "LOC-1" });
  expect(new Date(first?.startsAt ?? "").toLocaleTimeString("en-GB", { timeZone: ZONE })).toBe("09:00:00");
  expect(await read("locations")).toMatchObject([
    { emrId: "LOC-1", addressStreet: "1 Main Street, Suite 2" },
    { emrId: "LOC-2" },
  ]);
  const providers = await read("providers");
  expect(providers).toMatchObject([
    { ehrId: "101", firstName: "Dora", lastName: "Ruiz", hideInAvailability: false },
    { ehrId: "102", hideInAvailability: true },
    { ehrId: "103", status: "inactive" },
  ]);
  expect(providers[0]).toHaveProperty("hours.length", 10);
  expect(providers[0]).toHaveProperty(
    "hours.0",
    expect.objectContaining({ day: "Monday", startTime: "T08:00:00", facilityId: expect.stringMatching(/^LOC-/) }),
  );
  const claims = (await read("claims")) as { emrClaimId: string; totalCharge: string }[];
  expect(claims.map(({ emrClaimId }) => emrClaimId).toSorted()).toEqual(["CLM-1", "CLM-2", "CLM-3"]);
  expect(claims[0]?.totalCharge).toBe("150.00");
  expect(await read("referrals")).toHaveLength(2);
  expect(await read("documents")).toHaveLength(3);
  expect(await read("visit_types")).toMatchObject([
    { id: "1", name: "Follow-up", duration: 30 },
    { id: "2", duration: 60 },
  ]);
  expect(await emr.readSettings(never)).toMatchObject({
    timezone: ZONE,
    visitStatuses: [{ code: "SCH" }, { code: "ARR" }, { code: "CAN" }],
    insuranceCompanies: [{ id: "INS-1", name: "Aetna" }],
    pharmacies: [{ id: "PHA-1" }],
  });
  const own = String(clinic.appointments[0]?.id);
  expect(await emr.readAppointment(own, never)).toMatchObject({ emrAppointmentId: "APT-1" });
  // To a service that finds visits by its own ids alone, one that exists is unknown by the EMR's.
  const each = await emr.readEach?.("appointments", ["APT-1", "gone"], never);
  const isFound = server.variants.appointmentPath === "either";
  expect(each?.deleted).toEqual(isFound ? ["gone"] : []);
  expect((each?.records ?? []) as { emrAppointmentId: string }[]).toMatchObject(
    isFound ? [{ emrAppointmentId: "APT-1" }] : [],
  );
  const asked = { emrClaimIds: ["CLM-3"] };
  expect((await emr.listClaims(asked, never)).claims).toMatchObject([{ emrClaimId: "CLM-3" }]);
});
