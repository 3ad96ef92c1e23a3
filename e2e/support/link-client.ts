import type { DemoFile } from "#lib/launcher/demo-file";
import { asAdmin } from "./as-admin.ts";
import { expect } from "./test.ts";

/** Makes an API client of the demo's first organization, as its admin. Returns its headers and its name. */
export async function newClient(demo: DemoFile) {
  const ask = await asAdmin(demo);
  const name = `Portal ${Date.now().toString(36)}`;
  type Made = Record<"id" | "client_id" | "client_secret", string>;
  const { api_client: made } = await ask<{ api_client: Made }>("POST", "/api-clients", { name });
  const { id, client_id, client_secret } = made;
  const credentials = { client_id, client_secret };
  return {
    name,
    credentials,
    register: (origin: string) => ask("POST", "/embed/origins", { origin }),
    switchOn: () => ask("PATCH", `/api-clients/${id}`, { may_link: true }),
    /** Sends what the partner's back end sends, by the client's id and secret alone. */
    post: async (path: string, body: object) => {
      const sent = { ...credentials, "content-type": "application/json" };
      const answer = await fetch(`${demo.base_url}${path}`, {
        method: "POST",
        headers: sent,
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
}

/** Makes such a client with a registered origin, and waits until every process knows that it may link. */
export async function linkingClient(demo: DemoFile, origin: string) {
  const client = await newClient(demo);
  await client.register(origin);
  await client.switchOn();
  const probe = { user_id: "nobody", organization_name: "Nobody", origin };
  await expect.poll(async () => (await client.post("/link-tokens", probe)).status, { timeout: 30_000 }).toBe(201);
  return client;
}
