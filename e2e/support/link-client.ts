import type { DemoFile } from "#lib/launcher/demo-file";
import { sharedSession } from "./session.ts";
import { expect } from "./test.ts";

/** Makes an API client of the demo's first organization, as its admin. Returns its headers and its name. */
export async function newClient(demo: DemoFile) {
  const { account, cookies } = await sharedSession(demo, "admin");
  const headers = {
    "content-type": "application/json",
    origin: demo.console_url,
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    "x-linked-account": account.split("/").at(-1) ?? "",
  };
  const name = `Portal ${Date.now().toString(36)}`;
  const ask = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${demo.base_url}${path}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok, `${method} ${path}`).toBe(true);
    return answer.json();
  };
  const { api_client } = await ask("POST", "/api-clients", { name });
  const { id, client_id, client_secret } = api_client as Record<"id" | "client_id" | "client_secret", string>;
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
