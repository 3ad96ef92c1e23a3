import { createHash } from "node:crypto";
import type { Binary, DocumentReference, FhirResource, ServiceRequest } from "fhir/r4";
import type { PracticeRecords, SandboxDocument, SandboxReferral } from "#lib/emr/sandbox/records";
import { concept, referenceTo } from "./concepts.ts";

const SNOMED = "http://snomed.info/sct";
const LOINC = "http://loinc.org";
const SPECIALTIES = "https://lakeside-clinic.example/specialty";

/** FHIR's statuses in the order in which a referral moves along the list of the simulated practices. */
const STATUSES = ["draft", "active", "active", "on-hold", "completed", "revoked"] as const;

function statusOf({ statusId }: SandboxReferral, { lists }: PracticeRecords): ServiceRequest["status"] {
  const place = lists.referralStatuses.findIndex(({ id }) => id === statusId);
  return STATUSES[Math.min(place, STATUSES.length - 1)] ?? "active";
}

const requestOf = (referral: SandboxReferral, practice: PracticeRecords): ServiceRequest => {
  const specialty = practice.lists.specialties.find(({ id }) => id === referral.specialtyId)?.name;
  const { startDate, endDate, visitsAllowed, locationId, notes } = referral;
  return {
    resourceType: "ServiceRequest",
    id: referral.id,
    status: statusOf(referral, practice),
    intent: "order",
    category: [concept(SNOMED, "3457005", "Patient referral")],
    priority: referral.priority,
    subject: referenceTo("Patient", referral.patientId),
    authoredOn: referral.createdAt,
    ...(referral.referringProviderId === null
      ? {}
      : { requester: referenceTo("Practitioner", referral.referringProviderId) }),
    ...(specialty === undefined
      ? {}
      : { performerType: concept(SPECIALTIES, specialty.toLowerCase().replaceAll(/[^a-z]+/g, "-"), specialty) }),
    ...(locationId === null ? {} : { locationReference: [referenceTo("Location", locationId)] }),
    ...(startDate === null || endDate === null ? {} : { occurrencePeriod: { start: startDate, end: endDate } }),
    ...(visitsAllowed === null ? {} : { quantityQuantity: { value: visitsAllowed } }),
    reasonCode: [{ text: referral.reason }],
    ...(notes === null ? {} : { note: [{ text: notes }] }),
  };
};

/** Returns a document and its content. */
function paperOf({ id, fileName, mimeType, patientId, referralId, createdAt, content }: SandboxDocument) {
  const document: DocumentReference = {
    resourceType: "DocumentReference",
    id,
    status: "current",
    type: concept(LOINC, "57133-1", "Referral note"),
    ...(patientId === null ? {} : { subject: referenceTo("Patient", patientId) }),
    date: createdAt,
    content: [
      {
        attachment: {
          contentType: mimeType,
          url: `Binary/${id}`,
          title: fileName,
          size: content.byteLength,
          hash: createHash("sha1").update(content).digest("base64"),
          creation: createdAt,
        },
      },
    ],
    ...(referralId === null ? {} : { context: { related: [referenceTo("ServiceRequest", referralId)] } }),
  };
  const binary: Binary = {
    resourceType: "Binary",
    id,
    contentType: mimeType,
    data: Buffer.from(content).toString("base64"),
  };
  return [binary, document];
}

/** Returns the clinic's referrals with their papers. */
export const referralsOf = (practice: PracticeRecords): FhirResource[] => [
  ...practice.referrals.map((referral) => requestOf(referral, practice)),
  ...practice.documents.flatMap(paperOf),
];
