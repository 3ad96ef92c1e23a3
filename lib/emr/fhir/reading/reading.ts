import type { BulkLoad } from "#lib/emr/fhir/bulk/bulk-load";
import type { FhirContext } from "#lib/emr/fhir/context";
import { onlyRecord } from "#lib/emr/port/only-record";
import {
  type EachRead,
  type EmrAppointment,
  type EmrConnection,
  EmrError,
  type PageStart,
  type RecordPage,
  type SyncKind,
} from "#lib/emr/port/port";
import { wholeScheduleOf } from "#lib/emr/port/read-all";
import { appointmentSource } from "./appointments.ts";
import { readBeside } from "./beside.ts";
import { readBornOn } from "./born-on.ts";
import { insuranceReader } from "./coverages.ts";
import { documentsOf } from "./documents.ts";
import { isEntered, readEntered, readEnteredIds } from "./entered.ts";
import { readExported } from "./exported.ts";
import { findPatients, readTime } from "./live.ts";
import { isInFiles, readPartedLoad } from "./loaded-parts.ts";
import { locationSource } from "./locations.ts";
import { organizationsOf } from "./organizations.ts";
import { isOwnerId, type PartedKind, partsReader } from "./parts/parts.ts";
import { patientSource } from "./patients.ts";
import { providerSource, referringProviderSource, staffSource } from "./practitioners.ts";
import { readEach } from "./read-each.ts";
import { readIdPage, readRecordPage } from "./read-page.ts";
import { appointmentIdOf, SLOT } from "./record-ids.ts";
import { besideOf, FOUND_KINDS, type FoundKind, isExported, kindsOf, partsOfKind, typesOf } from "./record-kinds.ts";
import { referralSource } from "./referrals.ts";
import { type Reading, referencesOf } from "./resolve.ts";
import { nearSchedule } from "./schedule.ts";
import { readSettings, readSpecialties, referralStatuses } from "./settings.ts";
import { slotSource } from "./slots.ts";
import type { Source } from "./source.ts";
import { type TimesReader, timesReader } from "./times.ts";
import { readVisitTypes } from "./visit-types.ts";

/** The reads of a connection. */
type Reads = Pick<
  EmrConnection,
  | "kinds"
  | "readPage"
  | "readIds"
  | "readEach"
  | "readSettings"
  | "listPaymentMethods"
  | "listNoteCategories"
  | "listReferralStatuses"
  | "listSpecialties"
  | "listAppointments"
  | "readAppointment"
  | "readTimes"
  | "readSchedules"
  | "findPatients"
  | "listClaims"
  | "patientsBornOn"
  | "readPatient"
  | "readReferral"
  | "readDocuments"
  | "listTeams"
  | "searchOrderCatalog"
  | "readService"
  | "readInsurance"
>;

const notOffered = (what: string) => () => Promise.reject(new EmrError("validation", `FHIR has no ${what}`));

const isFound = (kind: SyncKind): kind is FoundKind => (FOUND_KINDS as SyncKind[]).includes(kind);

/** Returns the sources of each kind that the server has: those that are read for all of their records, and those by parts. */
function sourcesOf({ context }: Reading, all: { [Kind in FoundKind]: readonly Source<Kind>[] }) {
  const { findings } = context;
  const kinds = kindsOf(findings);
  const partedOf = (kind: SyncKind): PartedKind | null => {
    const ways = isFound(kind) && kinds[kind].read !== "unsupported" ? partsOfKind(kind, findings) : new Map();
    if (!isFound(kind) || ways.size === 0) return null;
    return { kind, ways, sources: all[kind] as readonly Source[], byVisits: kinds[kind].after === "appointments" };
  };
  const sources = (kind: SyncKind): Source[] => {
    const types = isFound(kind)
      ? [...typesOf(kind, findings), ...(partedOf(kind)?.ways.keys() ?? []), ...besideOf(kind, findings).keys()]
      : [];
    const known = (isFound(kind) ? all[kind] : []) as readonly Source[];
    const readable = known.filter(({ type }) => types.includes(type) || isEntered(type, findings));
    if (readable.length > 0) return readable;
    throw new EmrError("validation", kinds[kind].reason ?? `FHIR has no ${kind}`);
  };
  return { sources, partedOf };
}

/** Reads one resource as records; null if the server has no such resource. Throws an EmrError. */
async function readResource<Kind extends FoundKind>(
  { context }: Reading,
  source: Source<Kind>,
  id: string,
  signal: AbortSignal,
) {
  const resource = await context.server.read(source.type, id, signal);
  return resource && source.read([resource], signal);
}

/** Reads the only record of a resource; null if the server has none. Throws an EmrError. */
const readOne = async <Kind extends FoundKind>(
  reading: Reading,
  source: Source<Kind>,
  id: string,
  signal: AbortSignal,
) => onlyRecord(await readResource(reading, source, id, signal));

/** The reads of a connection, and one that its own writes need. */
interface OwnReads extends Reads {
  /** Returns the open and blocked times of some providers that share a part of a time. */
  openTimesAt: TimesReader["slots"];
}

/** Returns the reads of a FHIR server, whose first readings come from its load, if it has one. */
export function readingOf(context: FhirContext, load: BulkLoad | null = null): OwnReads {
  const reading: Reading = {
    context,
    references: referencesOf(context),
    organizations: organizationsOf(context),
  };
  const documents = documentsOf(reading);
  const appointments = appointmentSource(reading);
  const slots = slotSource(reading);
  const patients = patientSource(reading);
  const referrals = referralSource(reading);
  const { sources, partedOf } = sourcesOf(reading, {
    locations: [locationSource()],
    providers: [providerSource(reading)],
    staff: [staffSource(reading)],
    referring_providers: [referringProviderSource(reading)],
    patients: [patients],
    appointments: [appointments, slots],
    referrals: [referrals],
    documents: documents.sources,
  });

  const parts = partsReader(reading);
  const openTimes: PartedKind = {
    kind: "appointments",
    ways: besideOf("appointments", context.findings),
    sources: [slots],
    byVisits: false,
  };
  const isBeside = openTimes.ways.size > 0;
  const times = timesReader(context, { visits: appointments, slots, openTimes, parts });
  const readRecords = (kind: SyncKind, start: PageStart, signal: AbortSignal) => {
    if (kind === "appointments" && isBeside) {
      const fromLoad = start.fromLoad && load?.filesOf(kind) ? load : null;
      return readBeside(context, { visits: appointments, parted: openTimes, parts, load: fromLoad }, start, signal);
    }
    if (isFound(kind) && isExported(kind, context.findings))
      return readExported({ load, kind, sources: sources(kind) }, start, signal);
    const parted = partedOf(kind);
    const files = start.fromLoad ? (load?.filesOf(kind) ?? null) : null;
    if (parted && load && isInFiles(files, parted.sources, start))
      return readPartedLoad(context, { load, sources: parted.sources, start }, signal);
    if (parted) return parts.readPage(parted, start, signal);
    const [source] = sources(kind);
    if (source && isEntered(source.type, context.findings)) return readEntered(context, source, signal);
    return readRecordPage(context, sources(kind), { ...start, load: files === null ? null : load }, signal);
  };

  /** Reads a kind that has few records; null for another one. */
  const smallKind = async (kind: SyncKind, signal: AbortSignal) => {
    if (kind === "settings") return [await readSettings(context, signal)];
    return kind === "visit_types" ? readVisitTypes(context, signal) : null;
  };

  const readPage: Reads["readPage"] = async <Kind extends SyncKind>(
    kind: Kind,
    start: Parameters<Reads["readPage"]>[1],
    signal: AbortSignal,
  ) => {
    const small = await smallKind(kind, signal);
    const page = small
      ? { records: small, faulty: [], deleted: [], next: null, total: null, since: null }
      : await readRecords(kind, start, signal);
    // Which records a page has depends on the value of `kind`, which the compiler does not follow.
    return page as unknown as RecordPage<Kind>;
  };

  const kinds = kindsOf(context.findings);
  return {
    kinds,
    readPage,
    readIds(kind, cursor, signal) {
      const [source] = sources(kind);
      if (source && isEntered(source.type, context.findings)) return readEnteredIds(context, source, signal);
      return readIdPage(context, sources(kind), cursor, signal);
    },
    async readEach<Kind extends SyncKind>(kind: Kind, ehrIds: string[], signal: AbortSignal) {
      const whole = sources(kind).filter(({ changesOnly }) => !changesOnly);
      // A practitioner or patient of whom records could not be read is no record.
      const ids = ehrIds.filter((id) => !isOwnerId(id));
      // As in `readPage`.
      return (await readEach(context, whole, ids, signal)) as unknown as EachRead<Kind>;
    },
    readSettings: (signal) => readSettings(context, signal),
    listPaymentMethods: notOffered("payment methods"),
    listNoteCategories: async () => [],
    listReferralStatuses: async () => referralStatuses(),
    listSpecialties: (signal) => readSpecialties(context, signal),
    async listAppointments({ providerEhrId }, signal) {
      // The next sync has them by its export.
      if (isExported("appointments", context.findings)) return { appointments: [], within: null, partial: true };
      const parted = partedOf("appointments");
      if (parted) return parts.scheduleOf(parted, providerEhrId, signal);
      if (isBeside) {
        const near = await nearSchedule(context, [appointments], providerEhrId, signal);
        const open = await parts.scheduleOf(openTimes, providerEhrId, signal);
        return { ...open, appointments: [...(near?.appointments ?? []), ...open.appointments] };
      }
      const all = sources("appointments") as Source<"appointments">[];
      const near = await nearSchedule(context, all, providerEhrId, signal);
      // What a list lacks is removed by a sync alone, which asks for it.
      return { ...(near ?? (await wholeScheduleOf({ kinds, readPage }, providerEhrId, signal))), partial: true };
    },
    async readAppointment(id, signal) {
      if (id.startsWith(SLOT)) return readOne(reading, slots, id.slice(SLOT.length), signal);
      const read = await readResource(reading, appointments, appointmentIdOf(id), signal);
      const isAsked = ({ emrAppointmentId }: EmrAppointment) => emrAppointmentId === id;
      return onlyRecord(read && { ...read, records: read.records.filter(isAsked) });
    },
    readPatient: (id, signal) => readOne(reading, patients, id, signal),
    readSchedules: ({ from, to, only }, signal) =>
      readTime(context, only === "visits" ? appointments : slots, { from, to }, signal),
    findPatients: (question, signal) => findPatients(reading, patients, question, signal),
    patientsBornOn: (dob, signal) => readBornOn(context, patients, dob, signal),
    readTimes: times.records,
    openTimesAt: times.slots,
    readReferral: (id, signal) => readOne(reading, referrals, id, signal),
    readDocuments: documents.readDocuments,
    listClaims: notOffered("claims with a balance"),
    listTeams: notOffered("teams of a patient with their services"),
    searchOrderCatalog: notOffered("catalog of what can be ordered"),
    readService: notOffered("services"),
    readInsurance: insuranceReader(context),
  };
}
