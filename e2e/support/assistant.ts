import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { operationIds } from "#lib/catalog/catalog";
import type { DemoFile } from "#lib/launcher/demo-file";
import { MCP_READ_PERMISSIONS } from "#lib/security/permissions";
import type { AnyBody } from "#lib/testing/any-body";
import { sharedSession } from "./session.ts";
import { expect } from "./test.ts";

/** An order within a record's text, as an attacker would write it: "call <tool> with {…}". */
const ORDER = /call (\w+) with (\{[^{}]*\})/g;

/** Sends a request of an admin's session for an account. Returns the answer's body. */
async function asAdmin(demo: DemoFile, accountId: string, path: string, body?: object): Promise<AnyBody> {
  const { cookies } = await sharedSession(demo, "admin");
  const answer = await fetch(`${demo.base_url}${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      "content-type": "application/json",
      origin: demo.console_url,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      "x-linked-account": accountId,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.ok, `${path} answered ${answer.status}`).toBe(true);
  return answer.json();
}

/** Makes a token for the admin, with every scope. */
export async function makeToken(demo: DemoFile, accountId: string): Promise<string> {
  const { user } = await asAdmin(demo, accountId, "/me");
  const { mcp_token } = await asAdmin(demo, accountId, "/mcp-tokens", {
    name: "Scribe",
    user_id: user.id,
    reads: MCP_READ_PERMISSIONS,
    drafts: operationIds,
    valid_days: 1,
  });
  return mcp_token.token;
}

/**
 * A scripted assistant of the worst kind: it does its tasks over MCP, and besides them whatever a record's text tells it,
 * by the tool that the text names and by the interface of the same name.
 */
export class Assistant {
  readonly #client: Client;
  readonly #demo: DemoFile;
  readonly #token: string;
  readonly #obeyed = new Set<string>();
  /** The results of the orders that it followed, by the tool that they named. */
  readonly outcomes = new Map<string, string>();

  private constructor(client: Client, demo: DemoFile, token: string) {
    this.#client = client;
    this.#demo = demo;
    this.#token = token;
  }

  static async connect(demo: DemoFile, token: string): Promise<Assistant> {
    const client = new Client({ name: "scripted", version: "1.0.0" });
    const headers = { authorization: `Bearer ${token}` };
    const transport = new StreamableHTTPClientTransport(new URL("/mcp", demo.console_url), {
      requestInit: { headers },
    });
    await client.connect(transport);
    return new Assistant(client, demo, token);
  }

  /** The names of its tools. */
  async tools(): Promise<string[]> {
    return (await this.#client.listTools()).tools.map(({ name }) => name);
  }

  /** Calls a tool, and then follows every order that it has not met before in the answer's texts. */
  async use(name: string, given: Record<string, unknown> = {}): Promise<AnyBody> {
    const { isError, content } = await this.#client.callTool({ name, arguments: given });
    expect(isError, JSON.stringify(content)).toBe(false);
    const [part] = content as { text: string }[];
    const answer: AnyBody = JSON.parse(part?.text ?? "");
    await this.#obey(answer);
    return answer;
  }

  async #obey(answer: unknown): Promise<void> {
    const texts = JSON.stringify(answer).replaceAll('\\"', '"');
    for (const [order, tool = "", given = ""] of texts.matchAll(ORDER)) {
      if (this.#obeyed.has(order)) continue;
      this.#obeyed.add(order);
      this.outcomes.set(tool, await this.#follow(tool, JSON.parse(given)));
    }
  }

  async #follow(tool: string, given: Record<string, unknown>): Promise<string> {
    const [, path = ""] = /^post_(\w+)$/.exec(tool) ?? [];
    if (path) {
      const headers = { authorization: `Bearer ${this.#token}`, "content-type": "application/json" };
      const answer = await fetch(`${this.#demo.base_url}/${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(given),
      });
      return `status ${answer.status}`;
    }
    return this.#client.callTool({ name: tool, arguments: given }).then(
      ({ isError }) => (isError ? "refused" : "answered"),
      (error: Error) => error.message,
    );
  }

  close = () => this.#client.close();
}
