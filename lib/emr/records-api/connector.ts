import type { EmrCalls } from "#lib/emr/port/calls";
import { CAPABILITIES, type Capability } from "#lib/emr/port/capability";
import type { Connector, EmrAccount } from "#lib/emr/port/connector";
import type { EmrConnection, EmrNamed, EmrSettings } from "#lib/emr/port/port";
import { supportedBy } from "#lib/emr/port/profile";
import { wholeScheduleOf } from "#lib/emr/port/read-all";
import { secretsOf } from "#lib/emr/port/secret-fields";
import { EMR_WRITES, type EmrWrites } from "#lib/emr/port/writes";
import { type RecordsApiConnection, recordsApiConnection } from "./connection.ts";
import { dialectOf } from "./dialects/dialects.ts";
import { dialectIn } from "./dialects/names.ts";
import { notOffered } from "./documents.ts";
import { RECORDS_API_KIND } from "./kind.ts";
import { isPassedOn } from "./not-passed-on.ts";
import { probeRemote } from "./probe.ts";
import { remoteOf } from "./remote.ts";

/** Operations are passed on whole, so no write of the port is called. */
const WRITES = Object.fromEntries(
  EMR_WRITES.map((name) => [name, () => Promise.reject(notOffered("A single write"))]),
) as unknown as EmrWrites;

/** Operations that are passed on. */
const PASSED_ON = CAPABILITIES.filter(isPassedOn);

const capabilitiesOf = ({ profile }: EmrAccount): ReadonlySet<Capability> => {
  // A test by the version before says nothing of a capability that is new, and one that reached nothing of any.
  return new Set(profile && profile.capabilities.length > 0 ? supportedBy(profile) : PASSED_ON);
};

/** The fields of a stored connection that name its client. */
const ofClient = recordsApiConnection.pick({ base_url: true, client_id: true, dialect: true });

/** Returns what identifies a connection's client; null if its remote sends events to callbacks alone. */
function eventClientOf(stored: Record<string, unknown>): string | null {
  const { data } = ofClient.safeParse(stored);
  return data && dialectOf(data.dialect).webhook ? `${new URL(data.base_url).href} ${data.client_id}` : null;
}

/** Opens a connection to another deployment of this interface. */
function open(account: EmrAccount, connection: RecordsApiConnection, calls: EmrCalls): EmrConnection {
  const dialect = dialectOf(connection.dialect);
  const traits = account.profile?.traits;
  const remote = remoteOf(connection, calls);
  const spoken = dialect.speak({ remote, connection, traits, timeZone: account.timezone }, dialect.kinds(traits));
  const { kinds, readPage, readSettings } = spoken;
  const listing = (choose: (settings: EmrSettings) => EmrNamed[]) => async (signal: AbortSignal) =>
    choose(await readSettings(signal));

  return {
    ...WRITES,
    ...spoken,
    capabilities: capabilitiesOf(account),
    findWrite: () => Promise.reject(notOffered("A search for a write")),
    readIds: () => Promise.reject(notOffered("A list of ids")),
    listPaymentMethods: listing(({ paymentMethods }) => paymentMethods),
    listNoteCategories: listing(({ noteCategories }) => noteCategories),
    listReferralStatuses: listing(({ referralStatuses }) => referralStatuses),
    listSpecialties: listing(({ specialties }) => specialties),
    patientsBornOn: () => Promise.reject(notOffered("A search for patients by birth date")),
    readPatient: () => Promise.reject(notOffered("Reading one patient")),
    listAppointments: ({ providerEhrId }, signal) => wholeScheduleOf({ kinds, readPage }, providerEhrId, signal),
    readTimes: () => Promise.reject(notOffered("A reading of the time of a booking")),
    findPatients: spoken.findPatients ?? (() => Promise.reject(notOffered("A live fetch of patients"))),
    listTeams: () => Promise.reject(notOffered("A list of a patient's teams")),
    searchOrderCatalog: () => Promise.reject(notOffered("A search of the catalog without an operation")),
    readService: () => Promise.reject(notOffered("Reading a service")),
    readInsurance: () => Promise.reject(notOffered("Reading an insurance")),
  };
}

/** The connector `records_api`: this product in front of another deployment of the same interface (decisions §12). */
export const recordsApiConnector: Connector<RecordsApiConnection> = {
  ...RECORDS_API_KIND,
  capabilities: new Set(PASSED_ON),
  // The remote names a field that the EMR behind it requires in its refusal.
  requiredFields: {},
  unsupportedFields: {},
  connection: recordsApiConnection,
  secrets: secretsOf(recordsApiConnection),
  readOnlyAtFirst: true,
  passesOn: true,
  kinds: (profile) => dialectOf(dialectIn(profile?.traits)).kinds(profile?.traits),
  open,
  probe: (connection, { signal }) => probeRemote(remoteOf(connection, null), connection.dialect, signal),
  eventClient: eventClientOf,
  eventWebhook: ({ access_token: _ofAccount, ...connection }) =>
    dialectOf(connection.dialect).webhook?.(remoteOf(connection, null)) ?? null,
  readOwnIds: (connection, signal) => dialectOf(connection.dialect).readOwnIds(remoteOf(connection, null), signal),
};
