import {
  occurrenceOf,
  REFERRAL_FIELDS,
  referralStatusOf,
  specialtyOf,
  writtenDirectionOf,
} from "#lib/emr/fhir/referral-fields";
import { isReferral, isReferralCode, JUDGED_BY, priorityOf } from "#lib/emr/fhir/service-request";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import type { EmrReferral } from "#lib/emr/port/port";
import { firstMomentOf, idOf, localDayOf, object, timeOf, Unreadable, word, words } from "./elements.ts";
import { idIn } from "./references.ts";
import { type Reading, type Resolve, subjectMrns } from "./resolve.ts";
import { type Side, sidesOf } from "./sides.ts";
import { idsOf, type Source, shownOf } from "./source.ts";

/** Returns whether a ServiceRequest is a referral that was not entered in error. */
const isShown = (request: Untrusted): boolean => word(request.status) !== "entered-in-error" && isReferral(request);

interface Found {
  resolve: Resolve;
  mrnOf(resource: Untrusted): string | null;
  sideOf(party: unknown): Side;
}

/** Returns who asks and who is asked. */
const partiesOf = ({ requester, performer }: Untrusted): unknown[] => [requester, ...objectsOf(performer)];

/**
 * Returns a referral's direction: as it was written here, else by where its parties work. One that somebody elsewhere requests
 * of this clinic, or of nobody who is named, is incoming; all others are outgoing.
 */
function directionOf(resource: Untrusted, sideOf: Found["sideOf"]): EmrReferral["direction"] {
  const written = writtenDirectionOf(resource);
  if (written !== null) return written;
  const [asking, ...asked] = partiesOf(resource).map(sideOf);
  return asking === "elsewhere" && !asked.includes("elsewhere") ? "incoming" : "outgoing";
}

function toRecord({ context }: Reading, { resolve, mrnOf, sideOf }: Found, resource: Untrusted): EmrReferral | null {
  if (!isShown(resource)) return null;
  const { server, timeZone } = context;
  const patientMrn = mrnOf(resource);
  if (patientMrn === null) throw new Unreadable("The referral names no patient of this server");
  const changedAt = timeOf(object(resource.meta).lastUpdated, timeZone);
  const createdAt = firstMomentOf(resource.authoredOn, timeZone) ?? changedAt;
  if (createdAt === null) throw new Unreadable("The referral has no date");
  return {
    ehrId: idOf(resource),
    patientMrn,
    patientEhrId: resolve("Patient", { resource, reference: resource.subject }),
    direction: directionOf(resource, sideOf),
    status: referralStatusOf(resource),
    priority: priorityOf(resource),
    reason: REFERRAL_FIELDS.reason.of(resource) ?? words(isReferralCode(resource.code) ? undefined : resource.code),
    notes: REFERRAL_FIELDS.notes.of(resource),
    priorAuthorizationCode: REFERRAL_FIELDS.priorAuthorizationCode.of(resource),
    specialty: specialtyOf(resource),
    locationEmrId: idIn(objectsOf(resource.locationReference)[0], "Location", server.baseUrl),
    startDate: localDayOf(occurrenceOf(resource).start, timeZone),
    endDate: localDayOf(occurrenceOf(resource).end, timeZone),
    visitsAllowed: REFERRAL_FIELDS.visitsAllowed.of(resource),
    assignedToId: REFERRAL_FIELDS.assignedToId.of(resource),
    referringProviderEhrId: resolve("Practitioner", { resource, reference: resource.requester }),
    createdAt,
    updatedAt: changedAt ?? createdAt,
  };
}

/** ServiceRequest → referrals, without orders. */
export function referralSource(reading: Reading): Source<"referrals"> {
  const sides = sidesOf(reading);
  return {
    type: "ServiceRequest",
    shownBy: ["status", ...JUDGED_BY],
    resourceIdOf: (id) => id,
    isTotal: false,
    async read(requests, signal) {
      const referrals = requests.filter(isShown);
      const referring = referrals.flatMap((resource) =>
        [resource.subject, resource.requester].map((reference) => ({ resource, reference })),
      );
      const resolve = await reading.references.resolve(referring, signal);
      const mrnOf = await subjectMrns(reading, referrals, resolve, signal);
      const undirected = referrals.filter((each) => writtenDirectionOf(each) === null);
      const sideOf = await sides(undirected.flatMap(partiesOf), signal);
      return shownOf<"referrals">(
        requests,
        (id) => id,
        (request) => toRecord(reading, { resolve, mrnOf, sideOf }, request),
      );
    },
    ids: async (requests) => idsOf(requests.filter(isShown)),
  };
}
