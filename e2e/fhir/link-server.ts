import { setTimeout as pause } from "node:timers/promises";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import type { DemoFile } from "#lib/launcher/demo-file";
import { CLINIC_TIMEZONE } from "#lib/testing/fhir/clinic/plan";
import { clinicConnection } from "#lib/testing/fhir/linked-clinic";
import { sharedSession } from "../support/session.ts";

const POLL_MS = 500;

/**
 * Links a FHIR server to the demo's first organization as an admin does, switches all operations on that it supports, and
 * waits for the end of the first sync. Returns the account's id. Rejects if the console refuses.
 */
export async function linkServer(demo: DemoFile, baseUrl: string): Promise<string> {
  const { account, cookies } = await sharedSession(demo, "admin");
  const headers = {
    "content-type": "application/json",
    origin: demo.console_url,
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    "x-linked-account": account.split("/").at(-1) ?? "",
  };
  const ask = async (method: string, path: string, body?: object): Promise<ManagedAccountModel> => {
    const answer = await fetch(`${demo.base_url}/linked-accounts${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { linked_account, message } = (await answer.json()) as {
      linked_account: ManagedAccountModel;
      message?: string;
    };
    if (!answer.ok) throw new Error(`${method} /linked-accounts${path} answered ${answer.status}: ${message}`);
    return linked_account;
  };
  const { id, write_operations } = await ask("POST", "", {
    name: "Lakeside Clinic",
    emr_type: "fhir",
    timezone: CLINIC_TIMEZONE,
    connection: clinicConnection(baseUrl),
    write_probes: true,
  });
  const possible = write_operations.filter(({ support }) => support !== "unsupported");
  await ask("PATCH", `/${id}`, { writes: possible.map(({ operation }) => operation) });
  while ((await ask("GET", `/${id}`)).synced_at === null) await pause(POLL_MS);
  return id;
}
