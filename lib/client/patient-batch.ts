import type { PatientModel } from "#lib/models/patient";
import { call } from "./fetcher.ts";

/** As many MRNs as GET /patients takes at once. */
const MOST_MRNS = 200;

type Found = Map<string, PatientModel>;

async function load(accountId: string, mrns: readonly string[]): Promise<Found> {
  const query = { mrns: mrns.join(","), limit: MOST_MRNS };
  const { patients } = await call<{ patients: PatientModel[] }>(accountId, "/patients", { query });
  return new Map(patients.map((patient) => [patient.mrn, patient]));
}

/** Those that are asked for in one and the same moment, by account. */
const gathering = new Map<string, { mrns: Set<string>; found: Promise<Found> }>();

function gather(accountId: string) {
  const mrns = new Set<string>();
  const found = new Promise<void>((resolve) => setTimeout(resolve, 0)).then(async () => {
    gathering.delete(accountId);
    const all = [...mrns];
    const parts: Promise<Found>[] = [];
    for (let from = 0; from < all.length; from += MOST_MRNS)
      parts.push(load(accountId, all.slice(from, from + MOST_MRNS)));
    return new Map((await Promise.all(parts)).flatMap((part) => [...part]));
  });
  const batch = { mrns, found };
  gathering.set(accountId, batch);
  return batch;
}

/** The patient with an MRN, or null where none is synced with it. A list that asks for each of its rows asks once. */
export async function loadPatient(accountId: string, mrn: string): Promise<PatientModel | null> {
  const batch = gathering.get(accountId) ?? gather(accountId);
  batch.mrns.add(mrn);
  return (await batch.found).get(mrn) ?? null;
}
