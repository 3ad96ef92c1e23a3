import { expect, it } from "vitest";
import { GET } from "#app/v1/providers/route.ts";
import { withTenant } from "#lib/db/tenant";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { providerModel } from "./model.ts";
import { provider } from "./table.ts";

testDatabase();

it("lists providers by name with their flags as strings, hours, and last change", async () => {
  const clinic = await openClinic();
  const shift = {
    day: "Monday" as const,
    start_time: "T08:00:00",
    end_time: "T12:00:00",
    facility_id: "LOC-1",
    facility_name: "Main",
    start_date: null,
    end_date: null,
  };
  const changedAt = new Date("2026-03-02T10:00:00Z");
  await withTenant(clinic.tenant, async (tx) => {
    await tx.insert(provider).values({
      id: "0".repeat(32),
      ...clinic.tenant,
      ehrId: "103",
      firstName: "Ada",
      lastName: "Able",
      npi: "",
      specialty: "",
      status: "inactive",
      hideInAvailability: true,
      hours: [shift],
      changedBy: { kind: "user", id: "1", name: "Kim" },
      changedAt,
    });
  });
  const { body } = await call(GET, "GET", "/providers", { headers: clinic.headers });
  expect(body.providers.map(({ ehr_id }: { ehr_id: string }) => ehr_id)).toEqual(["103", "101", "102"]);
  for (const found of body.providers) expect(providerModel.strict().parse(found)).toEqual(found);
  expect(body.providers[0]).toMatchObject({
    status: "inactive",
    hide_in_availability: "true",
    hours: [shift],
    changed_by: "Kim",
    changed_at: changedAt.toISOString(),
  });
  expect(body.providers[1]).toMatchObject({
    first_name: "Dora",
    status: "active",
    hide_in_availability: "false",
    hours: [],
    changed_by: null,
    changed_at: null,
  });
});
