import pg from "pg";
import { withTenant } from "#lib/db/tenant";
import type { EmrAppointment } from "#lib/emr/port/port";
import { syncedAppointments } from "#lib/resources/appointments/sync";
import { syncedPatients } from "#lib/resources/patients/sync";
import { type Base, inThisProcess, startBase } from "../reliability/base.ts";
import { postgresCpu } from "./cpu-time.ts";
import { manyPatients } from "./many-patients.ts";
import { line } from "./report.ts";

const APPOINTMENTS = Number(process.env.ROWS ?? 1_000_000);
/** A patient for each ten visits. */
const VISITS_OF_ONE = 10;
const PAGE = 500;
/** Years over which the visits are spread. */
const DAYS = 3_650;
const FIRST_DAY = Date.UTC(2024, 0, 1);

const TABLES = { patients: ["patient", "patient_name", "patient_word"], appointments: ["appointment"] };

const REASONS = [
  "Follow-up",
  "New patient",
  "Annual exam, fasting labs before the visit",
  "Cough for three weeks",
  "Medication refill",
];

/** Returns a page of visits as a clinic has them: nearly all short and plain, some with a note. */
function visits(from: number, count: number, provider: string, location: string): EmrAppointment[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const startsAt = new Date(FIRST_DAY + (number % DAYS) * 86_400_000 + (number % 96) * 300_000).toISOString();
    return {
      emrAppointmentId: `visit-${number}`,
      category: "appointment",
      startsAt,
      duration: 20,
      status: number % 3 === 0 ? "checked_out" : "scheduled",
      reason: REASONS[number % REASONS.length] ?? null,
      note: number % 5 === 0 ? "Asked to bring the list of medication and the new insurance card" : null,
      progressNote: null,
      locationEmrId: location,
      blockLabel: null,
      blockColor: null,
      appointmentType: "Office visit",
      appointmentMode: "in_person",
      complaintType: null,
      providerEhrId: provider,
      secondaryProviderEhrId: null,
      patientEhrId: `patient-${Math.floor(number / VISITS_OF_ONE)}`,
      insurances: [{ company: "Blue Example", subscriber: "Self", number: `XYZ${number}`, groupNumber: "G-100" }],
      diagnoses: [],
      medications: [],
      createdAt: startsAt,
    };
  });
}

/** Stores all pages as a sync does. Returns the CPU of this process and of PostgreSQL for 1,000 rows, in milliseconds. */
async function store(base: Base, rows: number, page: (from: number) => Promise<unknown>): Promise<string> {
  const [own, postgres] = [process.cpuUsage(), await postgresCpu(base.folder)];
  for (let from = 0; from < rows; from += PAGE) await page(from);
  const { user, system } = process.cpuUsage(own);
  const here = (user + system) / rows;
  const there = ((await postgresCpu(base.folder)) - postgres) / (rows / 1_000);
  return `${here.toFixed(0)} ms here, ${there.toFixed(0)} ms PostgreSQL for 1,000`;
}

/** Returns rows and bytes for each of a kind's tables. */
async function sizes(owner: pg.Client, tables: string[], rows: number): Promise<string> {
  const { rows: found } = await owner.query<{ name: string; heap: string; indexes: string }>(
    `SELECT name, pg_table_size(name::regclass) AS heap, pg_indexes_size(name::regclass) AS indexes FROM unnest($1::text[]) AS name`,
    [tables],
  );
  return found
    .map(({ name, heap, indexes }) =>
      line(
        `  ${name}`,
        `${Math.round(Number(heap) / rows)} B of table`,
        `${Math.round(Number(indexes) / rows)} B of indexes`,
      ),
    )
    .join("");
}

/** Measures what a stored visit and a stored patient take on disk, and what storing them takes, new and unchanged. */
export async function storedSizes(): Promise<string> {
  const base = await startBase();
  const { ownerUrl, variables } = await base.copy("crc_sizes");
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return await inThisProcess({ ...base.secrets, ...variables, SEED: "demo" }, async () => {
      const { tenant } = base.clinic;
      const { rows } = await owner.query<{ provider: string; location: string }>(
        `SELECT p.ehr_id AS provider, l.emr_id AS location FROM provider p, location l
         WHERE p.linked_account_id = $1 AND l.linked_account_id = $1 AND p.status = 'active' LIMIT 1`,
        [tenant.linkedAccountId],
      );
      const [{ provider = "", location = "" } = {}] = rows;
      const context = { emrType: "sandbox", capabilities: new Set<never>(), accepted: false };
      const people = manyPatients(APPOINTMENTS / VISITS_OF_ONE);
      const storePeople = (from: number) =>
        withTenant(tenant, (tx) =>
          syncedPatients.store(tx, tenant, { records: people.slice(from, from + PAGE), asOf: 1 }, context),
        );
      const storeVisits = (from: number) =>
        withTenant(tenant, (tx) =>
          syncedAppointments.store(tx, tenant, { records: visits(from, PAGE, provider, location), asOf: 1 }, context),
        );
      let text = `Sizes of ${APPOINTMENTS.toLocaleString("en-US")} visits of ${people.length.toLocaleString("en-US")} patients, stored by pages of ${PAGE}\n`;
      for (const [kind, count, page] of [
        ["patients", people.length, storePeople],
        ["appointments", APPOINTMENTS, storeVisits],
      ] as const) {
        text += line(`${kind}, new, CPU`, await store(base, count, page));
        text += line(`${kind}, unchanged, CPU`, await store(base, count, page));
        text += await sizes(owner, TABLES[kind], count);
      }
      return text;
    });
  } finally {
    await owner.end();
    await base.stop();
  }
}
