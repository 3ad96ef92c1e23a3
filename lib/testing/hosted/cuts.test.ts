import { afterEach, beforeAll, expect, it } from "vitest";
import { keepWebhooksOf } from "#lib/jobs/emr-webhooks/upkeep";
import { forgetSingleton } from "#lib/kernel/singleton";
import { testDatabase } from "#lib/testing/test-database";
import { cutHostedWrites } from "./cut-writes.ts";
import { linkHosted } from "./linked-hosted.ts";
import { type HostedServer, startHostedServer } from "./server.ts";
import { variantRows } from "./variants.ts";
import { startWebhookDoor } from "./webhook-door.ts";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

let server: HostedServer;
afterEach(() => server.stop());

/** `npm run test:reliability -- hosted-cuts` cuts a thousand. */
it.each(variantRows().map((variants, row) => ({ row: row + 1, variants })))(
  "40 answers of a hosted service that are cut do nothing twice and lose nothing, though no event arrives: variants $row",
  { tags: "long" },
  async ({ variants }) => {
    server = await startHostedServer({ variants, patients: 3 });
    const clinic = await linkHosted(database.asOwner, server);
    const counts = await cutHostedWrites({ server, clinic, query: database.asOwner }, 40);
    expect(counts.cut).toBeGreaterThanOrEqual(40);
    expect(counts.completed + counts.failed + counts.listed).toBe(counts.accepted);
    expect(counts.completed).toBeGreaterThan(0);
  },
);

it.each(variantRows().map((variants, row) => ({ row: row + 1, variants })))(
  "so do 40 of one whose events arrive at a webhook, some twice, late or never: variants $row",
  { tags: "long" },
  async ({ variants }) => {
    server = await startHostedServer({ variants, patients: 3, times: { attemptsApartMs: 10 } });
    const door = await startWebhookDoor();
    try {
      const clinic = await linkHosted(database.asOwner, server);
      await keepWebhooksOf(clinic.tenant.organizationId, new Date());
      const counts = await cutHostedWrites({ server, clinic, query: database.asOwner }, 40);
      expect(counts.completed + counts.failed + counts.listed).toBe(counts.accepted);
      expect(counts.completed).toBeGreaterThan(0);
      expect(counts.arrived).toBeGreaterThan(counts.events / 2);
      expect(counts.arrived).toBeLessThan(counts.events);
    } finally {
      await door.stop();
    }
  },
);
