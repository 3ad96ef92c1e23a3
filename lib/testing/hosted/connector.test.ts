/** @module-tag long */
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectorOf } from "#lib/emr/connect";
import type { SyncKind } from "#lib/emr/port/port";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { recordedCalls } from "#lib/testing/emr-contract/recorded-calls";
import { ZONE } from "./clinic.ts";
import { idOf } from "./ids.ts";
import { type HostedServer, startHostedServer } from "./server.ts";
import { FIRST_VARIANTS, singleVariants, type Variants, variantRows } from "./variants.ts";

process.env.SEED = "demo";
const never = new AbortController().signal;
const connector = connectorOf("records_api");

let server: HostedServer;
beforeAll(async () => {
  forgetSingleton("environment");
  server = await startHostedServer({ patients: 130 });
  const { locations } = server.clinic;
  for (let number = 3; number <= 120; number++) {
    locations.push({
      ...locations[0],
      id: idOf("location", number),
      ehr_id: `LOC-${number}`,
      name: `Branch ${number}`,
    });
  }
});
afterAll(() => server.stop());

type Read = Partial<Record<SyncKind, unknown[]>>;

/** Probes the service and reads all that it shows, with the moments of the reading left out. */
async function readAll(variants: Variants): Promise<Read> {
  Object.assign(server.variants, variants);
  const connection = { ...server.connection, dialect: "cobalt" };
  const profile = await connector.probe?.(connection, { writeProbes: false, signal: never });
  expect(profile).toMatchObject({ reachable: true });
  const account = { id: newId(), organizationId: newId(), name: "Annex", emrType: "records_api", timezone: ZONE };
  const emr = connector.open({ ...account, connection, profile: profile ?? null }, connection, recordedCalls());
  const found: Read = {};
  for (const kind of SYNC_KINDS) {
    if (emr.kinds[kind].read === "unsupported") continue;
    const records: unknown[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: { records: unknown[]; faulty: unknown[]; next: string | null } = await emr.readPage(
        kind,
        { cursor, since: null },
        never,
      );
      expect(page.faulty, kind).toEqual([]);
      records.push(...page.records);
      if (page.next === null) break;
      cursor = page.next;
    }
    found[kind] = records.map((record) =>
      Object.fromEntries(Object.entries(record as object).filter(([name]) => !/At$|^version$/.test(name))),
    );
  }
  return found;
}

const withSex = (variants: Variants): Variants => ({ ...variants, sex: FIRST_VARIANTS.sex });

const ROWS = [...variantRows().map((variants, row) => ({ name: `row ${row + 1}`, variants })), ...singleVariants()].map(
  ({ name, variants }) => ({ name, variants: withSex(variants) }),
);

let first: Promise<Read> | null = null;

it.each(ROWS)(
  "the connector reads the same records whatever the hosted service's answers look like: $name",
  async ({ variants }) => {
    first ??= readAll(FIRST_VARIANTS);
    const usual = await first;
    expect(Object.keys(usual)).toEqual(expect.arrayContaining(["patients", "appointments", "claims", "providers"]));
    expect(await readAll(variants)).toEqual(usual);
  },
);
