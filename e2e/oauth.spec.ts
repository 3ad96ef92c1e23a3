import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { ClientMemory, REDIRECT_URI } from "#lib/testing/oauth-client";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

/** Starts the client's flow from the address alone. Returns where it would open a browser. */
async function askToConnect(address: URL, memory: ClientMemory) {
  const transport = new StreamableHTTPClientTransport(address, { authProvider: memory });
  const refused = await new Client({ name: "scripted", version: "1.0.0" }).connect(transport).catch((error) => error);
  expect(refused).toBeInstanceOf(UnauthorizedError);
  const page = memory.asked;
  if (!page) throw new Error("The client asked for no browser");
  return { transport, page: page.href };
}

test("an admin switches it on, a person connects an assistant by its address alone, sees it and ends it", {
  tag: "@long",
}, async ({ page, demo }) => {
  const address = new URL("/mcp", demo.console_url);
  expect((await fetch(new URL("/.well-known/oauth-authorization-server", address))).status).toBe(404);
  expect((await page.goto(`${demo.console_url}/oauth/authorize`))?.status()).toBe(404);

  await new ConsolePage(page, demo).signIn("admin", "Integrations");
  const enable = page.getByRole("switch", { name: "People may connect assistants" });
  await page.getByText("People may connect assistants").click();
  await expect(enable).toBeChecked();

  await page.goto("about:blank");
  await page.context().clearCookies();
  const memory = new ClientMemory();
  const { transport, page: authorize } = await askToConnect(address, memory);

  // Without a session the sign-in comes first, and leads back with the whole request.
  const answer = await page.goto(authorize);
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  expect(answer?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await new ConsolePage(page, demo).enter("staff");
  const shown = await page.goto(new URL(page.url()).searchParams.get("next") ?? "");
  expect(shown?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await expect(page.getByRole("heading", { name: "Connect an assistant" })).toBeVisible();
  await expect(page.getByText("Scripted assistant")).toBeVisible();
  await expect(page.getByText("a program on this computer (127.0.0.1:33418)")).toBeVisible();
  await expect(page.getByRole("button", { name: "Allow" })).toBeDisabled();
  expect(await findingsInBothThemes(page)).toEqual([]);

  await page.getByRole("button", { name: "Choose all: May read" }).click();
  await page.getByText("Payment", { exact: true }).click();
  await page.route(`${REDIRECT_URI}**`, (route) => route.fulfill({ body: "You may close this window." }));
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(`${REDIRECT_URI}**`);
  await transport.finishAuth(new URL(page.url()).searchParams);

  const client = new Client({ name: "scripted", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: memory }));
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain("read_patients");
  expect(names.filter((name) => name.startsWith("draft_"))).toEqual(["draft_payments_create"]);
  expect((await client.callTool({ name: "read_patients", arguments: { limit: 1 } })).isError).toBe(false);

  await new ConsolePage(page, demo).signIn("staff");
  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  const own = page.getByRole("table", { name: "Connected assistants" });
  await expect(own.getByText("Scripted assistant")).toBeVisible();
  await expect(own.getByText("Active").filter({ visible: true })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Revoke Scripted assistant" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke Scripted assistant" }).click();
  await expect(own.getByText("Revoked").filter({ visible: true })).toBeVisible();
  await expect(client.callTool({ name: "read_patients", arguments: { limit: 1 } })).rejects.toThrow();
  await client.close().catch(() => undefined);

  // What is wrong with a request is shown, and leads nowhere by itself.
  const elsewhere = new URL(authorize);
  elsewhere.searchParams.set("redirect_uri", "https://elsewhere.example/callback");
  await page.goto(elsewhere.href);
  await expect(page.getByText("leads to an address that is not one of the assistant's")).toBeVisible();
  expect(await page.getByRole("link", { name: /Return to/ }).count()).toBe(0);
  expect(await findingsInBothThemes(page)).toEqual([]);
  const plain = new URL(authorize);
  plain.searchParams.set("code_challenge_method", "plain");
  await page.goto(plain.href);
  const back = page.getByRole("link", { name: "Return to 127.0.0.1:33418" });
  await expect(back).toHaveAttribute("href", /error=invalid_request.*state=.*iss=/);

  await page.goto("about:blank");
  await page.context().clearCookies();
  await new ConsolePage(page, demo).signIn("admin", "Integrations");
  await expect(page.getByRole("table", { name: "Connected assistants" }).getByText("Scripted assistant")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByText("People may connect assistants").click();
  await expect(page.getByRole("switch", { name: "People may connect assistants" })).not.toBeChecked();
});
