import { setTimeout as pause } from "node:timers/promises";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import type { DemoFile } from "#lib/launcher/demo-file";
import { CLINIC_TIMEZONE } from "#lib/testing/fhir/clinic/plan";
import { clinicConnection } from "#lib/testing/fhir/linked-clinic";
import { asAdmin } from "../support/as-admin.ts";

const POLL_MS = 500;

/**
 * Links a FHIR server to the demo's first organization as an admin does, switches all operations on that it supports, and
 * waits for the end of the first sync. Returns the account's id. Rejects if the console refuses.
 */
export async function linkServer(demo: DemoFile, baseUrl: string): Promise<string> {
  const ask = await asAdmin(demo);
  const askAccount = async (method: string, path: string, body?: object) =>
    (await ask<{ linked_account: ManagedAccountModel }>(method, `/linked-accounts${path}`, body)).linked_account;
  const { id, write_operations } = await askAccount("POST", "", {
    name: "Lakeside Clinic",
    emr_type: "fhir",
    timezone: CLINIC_TIMEZONE,
    connection: clinicConnection(baseUrl),
    write_probes: true,
  });
  const possible = write_operations.filter(({ support }) => support !== "unsupported");
  await askAccount("PATCH", `/${id}`, { writes: possible.map(({ operation }) => operation) });
  while ((await askAccount("GET", `/${id}`)).synced_at === null) await pause(POLL_MS);
  return id;
}
