import type { EmrCalls } from "#lib/emr/port/calls";
import { CAPABILITIES, type Capability } from "#lib/emr/port/capability";
import type { Connector, EmrAccount } from "#lib/emr/port/connector";
import { EMR_WRITES, type EmrConnection, type EmrNamed, type EmrSettings } from "#lib/emr/port/port";
import { wholeScheduleOf } from "#lib/emr/port/read-all";
import { secretsOf } from "#lib/emr/port/secret-fields";
import { readClaims } from "./claims.ts";
import { type RecordsApiConnection, recordsApiConnection } from "./connection.ts";
import { notOffered, readDocuments } from "./documents.ts";
import { RECORDS_API_KIND } from "./kind.ts";
import { readOwnIds } from "./own-ids.ts";
import { pageReader } from "./pages.ts";
import { probeRemote } from "./probe.ts";
import { readJob } from "./read-job.ts";
import { kindsOf } from "./record-kinds.ts";
import { referral } from "./records.ts";
import { remoteOf } from "./remote.ts";
import { listOf, nextCursorOf, parseRows } from "./rows.ts";
import { readSettings } from "./settings.ts";
import { signatureOf } from "./signature.ts";
import { Traits } from "./traits.ts";

/** Operations are passed on whole, so no write of the port is called. */
const WRITES = Object.fromEntries(
  EMR_WRITES.map((name) => [name, () => Promise.reject(notOffered("A single write"))]),
) as unknown as Pick<EmrConnection, (typeof EMR_WRITES)[number]>;

const capabilitiesOf = ({ profile }: EmrAccount): ReadonlySet<Capability> => {
  const lacking = profile?.capabilities.filter(({ support }) => support === "unsupported").map(({ name }) => name);
  return new Set(CAPABILITIES.filter((name) => !lacking?.includes(name)));
};

/** Opens a connection to another deployment of this interface. */
function open(account: EmrAccount, connection: RecordsApiConnection, calls: EmrCalls): EmrConnection {
  const remote = remoteOf(connection, calls);
  const traits = new Traits(account.profile?.traits);
  const reading = { remote, traits, timeZone: account.timezone };
  const readPage = pageReader(reading);
  const kinds = kindsOf(traits);
  const listing = (choose: (settings: EmrSettings) => EmrNamed[]) => async (signal: AbortSignal) =>
    choose(await readSettings(reading, signal));

  return {
    ...WRITES,
    capabilities: capabilitiesOf(account),
    repeats: traits.honoursKey ? "keyed" : "never",
    findWrite: () => Promise.reject(notOffered("A search for a write")),

    passOn: ({ method, path, body, key, callbackUrl }, signal) =>
      remote.send(
        {
          method,
          path,
          body: { ...body, callback_urls: [callbackUrl] },
          headers: traits.honoursKey ? { "idempotency-key": key } : {},
        },
        signal,
      ),
    signatureOf: (event) => signatureOf(connection.webhook_secret, event),
    ...(traits.showsJobs && { readJob: (jobId, signal) => readJob(remote, jobId, signal) }),

    kinds,
    readPage,
    readIds: () => Promise.reject(notOffered("A list of ids")),
    readSettings: (signal) => readSettings(reading, signal),
    listPaymentMethods: listing(({ paymentMethods }) => paymentMethods),
    listNoteCategories: listing(({ noteCategories }) => noteCategories),
    listReferralStatuses: listing(({ referralStatuses }) => referralStatuses),
    listSpecialties: listing(({ specialties }) => specialties),
    listClaims: (which, signal) => readClaims(remote, which, signal),
    readDocuments: (ids, signal) => readDocuments(remote, ids, signal),

    listAppointments: ({ providerEhrId }, signal) => wholeScheduleOf({ kinds, readPage }, providerEhrId, signal),

    async readReferral(ehrId, signal) {
      for (let cursor: string | null = null; ; ) {
        const body = await remote.get("/referrals", cursor === null ? {} : { cursor }, signal);
        const { records } = parseRows(listOf(body, "referrals"), referral(account.timezone), ["id"]);
        const found = records.find((each) => each.ehrId === ehrId);
        cursor = nextCursorOf(body);
        if (found || cursor === null) return found ?? null;
      }
    },

    readAppointment: () => Promise.reject(notOffered("Reading one appointment")),
    listTeams: () => Promise.reject(notOffered("A list of a patient's teams")),
    searchOrderCatalog: () => Promise.reject(notOffered("A search of the catalog without an operation")),
    readService: () => Promise.reject(notOffered("Reading a service")),
  };
}

/** The connector `records_api`: this product in front of another deployment of the same interface (decisions §12). */
export const recordsApiConnector: Connector<RecordsApiConnection> = {
  ...RECORDS_API_KIND,
  capabilities: new Set(CAPABILITIES),
  // The remote names a field that the EMR behind it requires in its refusal.
  requiredFields: {},
  unsupportedFields: {},
  connection: recordsApiConnection,
  secrets: secretsOf(recordsApiConnection),
  readOnlyAtFirst: true,
  passesOn: true,
  kinds: (profile) => kindsOf(new Traits(profile?.traits)),
  open,
  probe: (connection, { signal }) => probeRemote(remoteOf(connection, null), signal),
  readOwnIds: (connection, signal) => readOwnIds(remoteOf(connection, null), signal),
};
