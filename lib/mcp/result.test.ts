import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as makeToken } from "#app/v1/mcp-tokens/route.ts";
import { GET as listUsers } from "#app/v1/users/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { type McpServer, startMcpServer } from "#lib/testing/mcp-server";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

/** Texts that take more bytes as they are sent than in the record, of several lengths, by the patient who has them. */
const TEXTS = ['"', "\\", "\n", "é", "漢", "🩺", "\u0007", 'He said: "no"\r\n\tÄ🩺'];
const REASONS = new Map(
  TEXTS.flatMap((text, at) =>
    [100, 800, 4_000].map((length) => [`SIZE-${at}-${length}`, `[${text.repeat(length / text.length)}]`] as const),
  ),
);

const database = testDatabase();
let clinic: TestAccount;
let server: McpServer;
let token: string;

beforeAll(async () => {
  [clinic, server] = await Promise.all([openClinic(), startMcpServer()]);
  const admin = await signIn(clinic, "admin");
  const { users } = (await call(listUsers, "GET", "/users", { headers: admin })).body;
  const body = { name: "Scribe", user_id: users[0].id, valid_days: 1, reads: ["recalls:read"], drafts: [] };
  token = (await call(makeToken, "POST", "/mcp-tokens", { headers: admin, body })).body.mcp_token.token;
  for (const [mrn, reason] of REASONS) {
    await database.asOwner(
      `INSERT INTO recall SELECT (jsonb_populate_record(NULL::recall, to_jsonb(r) || jsonb_build_object(
         'id', gen_random_uuid(), 'ehr_id', $2 || '-' || n, 'patient_mrn', $2::text, 'reason', $3::text))).*
       FROM (SELECT * FROM recall WHERE linked_account_id = $1 LIMIT 1) r, generate_series(1, 60) n`,
      [clinic.tenant.linkedAccountId, mrn, reason],
    );
  }
});
afterAll(() => server.stop());

const PRESENT = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Sends a message of a revision, and returns its answer with the bytes that came. */
async function ask(revision: string, method: string, params: Record<string, unknown>) {
  const isPresent = revision === "2026-07-28";
  const name = params.name ?? params.uri;
  const answer = await fetch(server.url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      ...(isPresent ? { "mcp-method": method, ...(typeof name === "string" && { "mcp-name": name }) } : {}),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: "a client's own id, of some length",
      method,
      params: { ...params, ...(isPresent && { _meta: PRESENT }) },
    }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { bytes: bytes.byteLength, result: JSON.parse(bytes.toString()).result };
}

it.each(["2025-03-26", "2025-11-25", "2026-07-28"])(
  "what revision %s is sent has less than 25 kB, whatever texts a list has, and the data once",
  async (revision) => {
    for (const [patient_mrn, reason] of REASONS) {
      const { bytes, result } = await ask(revision, "tools/call", { name: "read_recalls", arguments: { patient_mrn } });
      expect(bytes).toBeLessThan(25_000);
      expect([result.content.length, result.structuredContent]).toEqual([1, undefined]);
      const { recalls, message } = JSON.parse(result.content[0].text);
      if (result.isError) expect(message).toContain("name the `fields` that you need");
      else expect(recalls.at(-1).reason).toBe(reason);
    }
    const resource = await ask(revision, "resources/read", { uri: "records:///recalls" });
    expect(resource.bytes).toBeLessThan(25_000);
  },
);
