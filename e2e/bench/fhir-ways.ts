import type { FhirResource } from "fhir/r4";
import pg from "pg";
import type { FhirConnection } from "#lib/emr/fhir/connection";
import { EmrError } from "#lib/emr/port/port";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { startExportingServer } from "#lib/testing/fhir/bulk/exporting-server";
import { linkServer } from "#lib/testing/fhir/linked-case";
import type { Quirks } from "#lib/testing/fhir/replay/quirks";
import { BY_PATIENT, BY_PRACTITIONER } from "#lib/testing/fhir/replay/shapes";
import { dayFromNow, openTime, patient, practitioner, visit } from "#lib/testing/fhir/replay/small-clinic";
import { inThisProcess, startBase } from "../reliability/base.ts";
import { line } from "./report.ts";

const PROVIDERS = 12;
const PATIENTS = 1_500;
/** Visits of a provider on a weekday. */
const VISITS = 3;
/** Days of the schedule before and after today. */
const DAYS = { before: 182, after: 364 };
const FIRST_CHANGE_MS = Date.parse("2026-01-01T00:00:00Z");
/** Changes between the two syncs. */
const CHANGES = 20;

const idsOf = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index}`);
const providerIds = idsOf("dr", PROVIDERS);
const patientIds = idsOf("p", PATIENTS);

const isWeekday = (days: number): boolean => ![0, 6].includes(new Date(`${dayFromNow(days)}T12:00:00Z`).getUTCDay());

/** A time of change in the past, a second after the one before. */
const stamped = (resource: FhirResource, index: number): FhirResource => ({
  ...resource,
  meta: { lastUpdated: new Date(FIRST_CHANGE_MS + index * 1_000).toISOString() },
});

/** A clinic of 12 providers and 1,500 patients: each weekday every provider has three visits, and one open time if it is to come. */
function clinic(): FhirResource[] {
  const all = [...providerIds.flatMap(practitioner), ...patientIds.flatMap(patient)];
  let number = 0;
  for (let days = -DAYS.before; days <= DAYS.after; days++) {
    if (!isWeekday(days)) continue;
    for (const provider of providerIds) {
      for (let place = 0; place < VISITS; place++, number++)
        all.push(visit(`v${number}`, provider, patientIds[(number * 7) % PATIENTS] ?? "", days));
      if (days >= 0) all.push(openTime(`o${number}`, provider, days));
    }
  }
  return all.map(stamped);
}

const PRACTITIONERS = { practitioner_ids: providerIds.join(" ") };

/** The ways of reading, each by a server that answers no other. */
const WAYS: Record<string, { quirks: Partial<Quirks>; settings?: Partial<FhirConnection>; exports?: boolean }> = {
  "lists, then what changed": { quirks: {} },
  "whole lists each time": { quirks: { refused: { _lastUpdated: 400 } } },
  "per practitioner and 28 days": { quirks: { requires: BY_PRACTITIONER }, settings: PRACTITIONERS },
  "per practitioner and one day": { quirks: { requires: BY_PRACTITIONER, maxDays: 1 }, settings: PRACTITIONERS },
  "per patient": { quirks: { requires: BY_PATIENT } },
  "per patient, without lists of patients": { quirks: { requires: BY_PATIENT, lists: "refused" } },
  "from exports alone": {
    quirks: { requires: { "*": { sets: [], status: 400, diagnostics: "Searches are not supported" } } },
    exports: true,
  },
};

const TYPES = ["Appointment", "Slot", "Patient", "ServiceRequest", "DocumentReference"] as const;

type Server = Awaited<ReturnType<typeof startExportingServer>>;

/** Returns the calls since the last count: of the types of most records, of all others, and of all. */
function counted({ replay, bulk }: Server): string[] {
  const counts = TYPES.map((type) => replay.requests.filter((each) => each.split(/[/?]/)[1] === type).length);
  const all = replay.requests.length + bulk.requests.length;
  for (const requests of [replay.requests, bulk.requests]) requests.length = 0;
  const others = all - counts.reduce((sum, count) => sum + count, 0);
  return [...counts, others, all].map((count) => count.toLocaleString("en-US"));
}

type Query = (text: string, values?: unknown[]) => Promise<never[]>;

/** Syncs an account, as if each pause were over that its server asks for. */
async function syncWhole(query: Query, tenant: Parameters<typeof syncAccount>[0]): Promise<void> {
  const requestedAt = new Date();
  for (;;) {
    try {
      await syncAccount(tenant, { requestedAt });
      return;
    } catch (error) {
      if (!(error instanceof EmrError) || !error.limited) throw error;
      await query(
        `UPDATE sync_kind SET first_load = jsonb_set(first_load::jsonb, '{notBefore}', '0')::text
         WHERE linked_account_id = $1 AND first_load LIKE '%notBefore%'`,
        [tenant.linkedAccountId],
      );
    }
  }
}

async function measured(
  query: Query,
  { quirks, settings, exports = false }: (typeof WAYS)[string],
): Promise<{ probe: string[]; first: string[]; following: string[]; visits: number }> {
  const levels = exports ? (["system"] as const) : [];
  const server = await startExportingServer({
    quirks: { pageSize: 100, maxCount: 500, ...quirks },
    bulk: { levels, stated: levels },
  });
  const { replay } = server;
  try {
    await replay.load(clinic());
    const { tenant } = await linkServer(query, server, settings);
    const probe = counted(server);
    await syncWhole(query, tenant);
    const first = counted(server);
    const visits = await replay.held("Appointment");
    await replay.load(visits.slice(0, CHANGES).map(({ meta: _meta, ...rest }) => rest as FhirResource));
    await syncWhole(query, tenant);
    const [row] = (await query("SELECT count(*)::integer AS rows FROM appointment WHERE linked_account_id = $1", [
      tenant.linkedAccountId,
    ])) as { rows: number }[];
    return { probe, first, following: counted(server), visits: row?.rows ?? 0 };
  } finally {
    await server.stop();
  }
}

/**
 * Counts the calls of a first and of a following sync of a FHIR server for each way of reading: of a clinic of 12 providers and
 * 1,500 patients, with a referral and a document each, whose files come along.
 */
export async function fhirWays(): Promise<string> {
  const base = await startBase();
  let text = `Calls per sync, ${PROVIDERS} providers, ${PATIENTS} patients, pages of 500 at most\n`;
  text += line("", ...TYPES, "others", "all");
  try {
    for (const [index, [name, way]] of Object.entries(WAYS).entries()) {
      const { ownerUrl, variables } = await base.copy(`crc_fhir_ways_${index}`);
      const owner = new pg.Pool({ connectionString: ownerUrl });
      try {
        const query = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows as never[];
        const { probe, first, following, visits } = await inThisProcess(
          { ...base.secrets, ...variables, SEED: "demo" },
          () => measured(query, way),
        );
        text += `${name} (${visits.toLocaleString("en-US")} visits and open times)\n`;
        text += line("  test of the connection", ...probe);
        text += line("  first sync", ...first);
        text += line("  following sync", ...following);
      } finally {
        await owner.end();
      }
    }
  } finally {
    await base.stop();
  }
  return text;
}
