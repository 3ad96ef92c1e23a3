import { GET as listAppointments } from "#app/v1/appointments/route.ts";
import { GET as listChanges } from "#app/v1/changes/route.ts";
import { GET as listDocuments } from "#app/v1/documents/route.ts";
import { GET as listLocations } from "#app/v1/locations/route.ts";
import { GET as listPatients } from "#app/v1/patients/route.ts";
import { GET as listProviders } from "#app/v1/providers/route.ts";
import { GET as listRecalls } from "#app/v1/recalls/route.ts";
import { GET as listReferrals } from "#app/v1/referrals/route.ts";
import type { AnyBody } from "./any-body.ts";
import { call } from "./call.ts";
import type { TestAccount } from "./linked-account.ts";

const LISTS = {
  appointments: listAppointments,
  documents: listDocuments,
  locations: listLocations,
  patients: listPatients,
  providers: listProviders,
  recalls: listRecalls,
  referrals: listReferrals,
};

/** Records by their kind and id. */
export type Mirror = Map<string, Record<string, unknown>>;

/** Reads all records of an account's lists. */
export async function readAll({ headers }: TestAccount): Promise<Mirror> {
  const mirror: Mirror = new Map();
  for (const [kind, list] of Object.entries(LISTS)) {
    const dates = kind === "appointments" ? "&start_date=2000-01-01&end_date=2099-12-31" : "";
    const { body } = await call(list, "GET", `/${kind}?limit=5000${dates}`, { headers });
    for (const record of body[kind]) mirror.set(`${kind}/${record.id}`, record);
  }
  return mirror;
}

/** Asks for changes. */
export const changesOf = ({ headers }: TestAccount, query = "") =>
  call(listChanges, "GET", `/changes${query}`, { headers });

/** Returns the cursor of now. */
export const cursorOfNow = async (account: TestAccount): Promise<string> => (await changesOf(account)).body.next_cursor;

/** Returns all changes after a cursor, read in answers of `limit` entries. */
export async function changesAfter(account: TestAccount, cursor: string, limit = 1_000): Promise<AnyBody[]> {
  const all: AnyBody[] = [];
  for (let next = cursor; ; ) {
    const { status, body } = await changesOf(account, `?cursor=${next}&limit=${limit}`);
    if (status !== 200) throw new Error(body.message);
    if (body.changes.length === 0) return all;
    all.push(...body.changes);
    next = body.next_cursor;
  }
}

/** Applies changes to a mirror. Returns what each changed of it: true where the record was another before. */
export const apply = (mirror: Mirror, changes: readonly AnyBody[]): boolean[] =>
  changes.map(({ kind, id, record }) => {
    const before = JSON.stringify(mirror.get(`${kind}/${id}`) ?? null);
    if (record) mirror.set(`${kind}/${id}`, record);
    else mirror.delete(`${kind}/${id}`);
    return before !== JSON.stringify(record);
  });
