import pg from "pg";
import { expect, it, vi } from "vitest";
import { GET } from "#app/api/metrics/route.ts";
import { DIRECT_PEER_HEADER } from "#lib/api/request/peer";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const LATER_MS = 60_000;

async function read(): Promise<{ used: number; allowed: number; bytes: number }> {
  const request = new Request("http://127.0.0.1/api/metrics", { headers: { [DIRECT_PEER_HEADER]: "loopback" } });
  const text = await (await GET(request)).text();
  const figure = (name: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    );
  return {
    used: figure('crc_database_server_connections{state="used"}'),
    allowed: figure('crc_database_server_connections{state="allowed"}'),
    bytes: figure("crc_database_size_bytes"),
  };
}

it("tell how many connections the server has and allows, and how large the database is", async () => {
  const before = await read();
  const [settings] = await database.asOwner<{ most: number }>(
    "SELECT current_setting('max_connections')::integer AS most",
  );
  expect(before.allowed).toBeGreaterThan(0);
  expect(before.allowed).toBeLessThan(settings?.most ?? 0);
  expect(before.used).toBeGreaterThan(0);
  expect(before.bytes).toBeGreaterThan(1_000_000);

  const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + LATER_MS);
  const more = Array.from({ length: 20 }, () => new pg.Client({ connectionString: database.ownerUrl }));
  try {
    await Promise.all(more.map((client) => client.connect()));
    const [present] = await database.asOwner<{ used: number }>(
      "SELECT sum(numbackends)::integer AS used FROM pg_stat_database",
    );
    const { used } = await read();
    // Other tests on the same server connect and leave meanwhile.
    expect(used).toBeGreaterThanOrEqual(20);
    expect(Math.abs(used - (present?.used ?? 0))).toBeLessThan(20);
  } finally {
    now.mockRestore();
    await Promise.all(more.map((client) => client.end()));
  }
});
