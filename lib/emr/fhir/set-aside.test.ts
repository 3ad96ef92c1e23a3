/** @module-tag long */

import type { FhirResource } from "fhir/r4";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as APPOINTMENTS } from "#app/v1/appointments/route.ts";
import { GET as DOCUMENTS } from "#app/v1/documents/route.ts";
import { GET as LOCATIONS } from "#app/v1/locations/route.ts";
import { GET as PATIENTS } from "#app/v1/patients/route.ts";
import { GET as PROVIDERS } from "#app/v1/providers/route.ts";
import { GET as REFERRALS } from "#app/v1/referrals/route.ts";
import { GET as REFERRING_PROVIDERS } from "#app/v1/referring-providers/route.ts";
import { GET as STAFF } from "#app/v1/staff/route.ts";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { type LinkedCase, linkCase } from "#lib/testing/fhir/linked-case";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

const READS = {
  appointments: APPOINTMENTS,
  documents: DOCUMENTS,
  locations: LOCATIONS,
  patients: PATIENTS,
  providers: PROVIDERS,
  referrals: REFERRALS,
  referring_providers: REFERRING_PROVIDERS,
  staff: STAFF,
} as const;

type Kind = keyof typeof READS;

const ID_OF: Readonly<Record<string, string>> = {
  appointments: "emr_appointment_id",
  documents: "file_name",
  locations: "emr_id",
};

let linked: LinkedCase;
beforeEach(async () => {
  linked = await linkCase(database.asOwner, "patient-403");
  linked.server.quirks = { ...linked.server.quirks, statuses: {}, hidden: [] };
  // Of a kind that becomes empty at once nothing is removed.
  await linked.server.load(
    [held("Location", "loc1"), held("Practitioner", "dr1"), held("PractitionerRole", "role1")].map((each) => ({
      ...each,
      id: `${each.id}-2`,
      ...(each.resourceType === "PractitionerRole" && { practitioner: { reference: "Practitioner/dr1-2" } }),
    })) as FhirResource[],
  );
  await sync();
});
afterEach(() => linked.server.stop());

const sync = () => syncAccount(linked.account.tenant).catch(() => undefined);

/** Returns the records of a list of `/v1` by their ids in the EMR. */
async function listed(kind: Kind): Promise<Record<string, Record<string, unknown>>> {
  const query = kind === "appointments" ? "?start_date=2026-01-01&end_date=2026-12-31" : "";
  const { status, body } = await call(READS[kind], "GET", `/${kind.replaceAll("_", "-")}${query}`, {
    headers: linked.account.headers,
  });
  expect(status).toBe(200);
  const id = ID_OF[kind] ?? "ehr_id";
  return Object.fromEntries(body[kind].map((record: Record<string, unknown>) => [String(record[id]), record]));
}

function held(type: FhirResource["resourceType"], id: string): FhirResource {
  const found = linked.case.resources.find((each) => each.resourceType === type && each.id === id);
  if (!found) throw new Error(`The case has no ${type}/${id}`);
  return found;
}

/** Changes a resource in the EMR, and syncs. */
async function changed(type: FhirResource["resourceType"], id: string, changes: object): Promise<void> {
  await linked.server.load([{ ...held(type, id), ...changes } as FhirResource]);
  await sync();
}

/** Hides a resource from searches and refuses it by itself, and syncs. */
async function refused(...names: string[]): Promise<void> {
  const statuses = Object.fromEntries(names.map((name) => [name, 403]));
  linked.server.quirks = { ...linked.server.quirks, statuses, hidden: names };
  await sync();
}

const REASON = expect.stringMatching(/^[A-Z].*[a-z]/);

describe("a record that is shown and can no longer be read", () => {
  it.each<[Kind, string, FhirResource["resourceType"], string, object]>([
    ["providers", "dr1", "Practitioner", "dr1", { name: [] }],
    ["staff", "dr1", "Practitioner", "dr1", { name: [] }],
    ["referring_providers", "dr1", "Practitioner", "dr1", { name: [] }],
    ["referrals", "s1", "ServiceRequest", "s1", { subject: { display: "Somebody" } }],
    ["documents", "d1.txt", "DocumentReference", "d1", { content: [] }],
  ])("of %s says why, and no longer once it is readable again", async (kind, id, type, resourceId, changes) => {
    expect((await listed(kind))[id]).toMatchObject({ set_aside: null });
    await changed(type, resourceId, changes);
    expect((await listed(kind))[id]).toMatchObject({ set_aside: REASON });
    await changed(type, resourceId, {});
    expect((await listed(kind))[id]).toMatchObject({ set_aside: null });
    await linked.server.remove(type as "Patient", resourceId);
    await sync();
    expect(await listed(kind)).not.toHaveProperty(id);
  });

  it.each<[Kind, string, string]>([
    ["patients", "vip", "Patient/vip"],
    ["locations", "loc1", "Location/loc1"],
    ["referrals", "s1", "ServiceRequest/s1"],
  ])("of %s that the EMR refuses to show stays with the reason", async (kind, id, name) => {
    await refused(name);
    expect((await listed(kind))[id]).toMatchObject({ set_aside: expect.stringContaining("does not allow it") });
    await refused();
    expect((await listed(kind))[id]).toMatchObject({ set_aside: null });
    const [type = "", resourceId = ""] = name.split("/");
    await refused(name);
    linked.server.quirks = { ...linked.server.quirks, statuses: {}, hidden: [] };
    await linked.server.remove(type as "Patient", resourceId);
    await sync();
    expect(await listed(kind)).not.toHaveProperty(id);
  });
});

describe("a visit that is shown and can no longer be read", () => {
  const nobody = { participant: [{ actor: { reference: "Patient/p1" }, status: "accepted" }] };

  it("follows the status and the time that can", async () => {
    await changed("Appointment", "a1", { ...nobody, status: "arrived", start: "2026-02-03T16:00:00Z" });
    const { a1 } = await listed("appointments");
    expect(a1).toMatchObject({ status: "arrived", set_aside: REASON });
    expect(new Date(String(a1?.datetime))).toEqual(new Date("2026-02-03T16:00:00Z"));
    await changed("Appointment", "a1", {});
    expect((await listed("appointments")).a1).toMatchObject({ status: "booked", set_aside: "" });
  });

  it.each([
    ["without a practitioner", { ...nobody, status: "cancelled" }],
    ["without a practitioner, and no longer at a time", { ...nobody, status: "cancelled", start: undefined }],
    ["at no valid time", { status: "cancelled", start: "soon" }],
    ["at no valid time, without an end", { status: "noshow", start: 7, end: undefined }],
    ["entered in error, in no valid form", { status: "entered-in-error", start: {}, participant: "nobody" }],
    ["with participants of no valid form", { status: "cancelled", participant: [null, 7, { actor: [] }] }],
  ])("is never booked once it was cancelled %s", async (_, changes) => {
    await changed("Appointment", "a1", changes);
    const { a1 } = await listed("appointments");
    expect(a1?.status ?? "not shown").not.toBe("booked");
  });

  it("keeps its state with the reason if nothing of it can be read", async () => {
    await refused("Appointment/a1");
    expect((await listed("appointments")).a1).toMatchObject({
      status: "booked",
      set_aside: expect.stringContaining("does not allow it"),
    });
  });

  const group = {
    participant: ["Patient/p1", "Patient/vip", "Practitioner/dr1"].map((reference) => ({
      actor: { reference },
      status: "accepted",
    })),
  };

  it("is all visits of a group", async () => {
    await changed("Appointment", "a1", group);
    expect(Object.keys(await listed("appointments"))).toEqual(expect.arrayContaining(["a1", "a1/vip"]));
    const [patients] = [group.participant.slice(0, 2)];
    await changed("Appointment", "a1", { participant: patients, status: "arrived" });
    const aside = await listed("appointments");
    expect(aside.a1).toMatchObject({ status: "arrived", set_aside: REASON });
    expect(aside["a1/vip"]).toMatchObject({ status: "arrived", set_aside: REASON });
    await changed("Appointment", "a1", group);
    const again = await listed("appointments");
    expect([again.a1?.set_aside, again["a1/vip"]?.set_aside]).toEqual(["", ""]);
    await refused("Appointment/a1");
    const kept = await listed("appointments");
    expect([kept.a1?.set_aside, kept["a1/vip"]?.set_aside]).toEqual([REASON, REASON]);
  });

  it.each([
    ["one of its patients is taken out", { participant: group.participant.slice(1) }, "vip"],
    ["the appointment was entered in error", { ...group, status: "entered-in-error" }, null],
  ])("of a group is gone once %s, also where ids cannot be compared", async (_, changes, left) => {
    await changed("Appointment", "a1", group);
    linked.server.quirks = { ...linked.server.quirks, refused: { _elements: 500 } };
    await changed("Appointment", "a1", changes);
    const found = await listed("appointments");
    expect(found).not.toHaveProperty("a1/vip");
    expect(found.a1?.patient_ehr_id ?? null).toBe(left);
  });
});
