import type { FhirContext } from "#lib/emr/fhir/context";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { object, Unreadable } from "./elements.ts";
import { type Lookup, lookupById, lookupByIdentifier } from "./lookup.ts";
import type { Organizations } from "./organizations.ts";
import { mrnOf } from "./people.ts";
import { containedIn, identifierIn, idIn } from "./references.ts";

/** The types of resource to which records refer. */
const TYPES = ["Patient", "Practitioner", "Location"] as const;
type Type = (typeof TYPES)[number];

/** A reference, and the resource in which it stands. */
export interface Referring {
  resource: Untrusted;
  reference: unknown;
}

/** Returns the EMR id of what a reference names; null if it is not a resource of this type on this server. */
export type Resolve = (type: Type, referring: Referring) => string | null;

/** Resolves the references of one page by few calls; those with an address need none. */
export interface References {
  resolve(referring: readonly Referring[], signal: AbortSignal): Promise<Resolve>;
  /** Returns the MRNs of patients by their ids. */
  mrns: Lookup<string>;
  /** Why a patient could not be read whom the server may hold, by id. */
  unreadPatients: ReadonlyMap<string, string>;
  /** The MRN of a patient resource: the chosen identifier, else the id. */
  mrn(patient: Untrusted): string;
}

/** Returns the references of a connection; what was read is kept as long as the connection. */
export function referencesOf(context: FhirContext): References {
  const { connection, findings } = context;
  const { baseUrl } = context.server;
  const roles = lookupById(context, "PractitionerRole", ({ practitioner }) => object(practitioner));
  const identified = TYPES.map((type) => [type, lookupByIdentifier(context, type)] as const);
  const mrn = (patient: Untrusted): string => mrnOf(patient, connection.mrn_system) || String(patient.id);

  const unreadPatients = new Map<string, string>();

  return {
    mrn,
    mrns: lookupById(context, "Patient", mrn, unreadPatients),
    unreadPatients,
    async resolve(referring, signal) {
      const references = referring.map(({ reference }) => reference);
      const practitioners = await roles(
        references.flatMap((reference) => idIn(reference, "PractitionerRole", baseUrl) ?? []),
        signal,
      );
      // A role may name its practitioner by an identifier alone.
      const named = [...references, ...practitioners.values()];
      const byIdentifier = new Map<Type, ReadonlyMap<string, string>>();
      if (findings.identifier_search === "works")
        for (const [type, lookup] of identified)
          byIdentifier.set(
            type,
            await lookup(
              named.flatMap((reference) => identifierIn(reference, type) ?? []),
              signal,
            ),
          );
      const resolve: Resolve = (type, { resource, reference }) => {
        const idOf = (named: unknown) =>
          idIn(named, type, baseUrl) ?? byIdentifier.get(type)?.get(identifierIn(named, type) ?? "") ?? null;
        const contained = containedIn(resource, reference);
        if (contained?.resourceType === "PractitionerRole" && type === "Practitioner")
          return idOf(contained.practitioner);
        const id = idOf(reference);
        if (id !== null || type !== "Practitioner") return id;
        return idOf(practitioners.get(idIn(reference, "PractitionerRole", baseUrl) ?? ""));
      };
      return resolve;
    },
  };
}

/** The state that the mappings of one connection share. */
export interface Reading {
  context: FhirContext;
  references: References;
  /** Returns the organizations of the clinic. */
  organizations(signal: AbortSignal): Promise<Organizations>;
}

/** Returns the MRNs of the patients to whom resources refer by `subject`; null for a resource without one. */
export async function subjectMrns(
  { references, context }: Reading,
  resources: readonly Untrusted[],
  resolve: Resolve,
  signal: AbortSignal,
): Promise<(resource: Untrusted) => string | null> {
  const idOf = (resource: Untrusted) => resolve("Patient", { resource, reference: resource.subject });
  const mrns = await references.mrns(
    resources.flatMap((resource) => idOf(resource) ?? []),
    signal,
  );
  const { mrn_system } = context.connection;
  return (resource) => {
    const id = idOf(resource);
    const failure = references.unreadPatients.get(id ?? "");
    if (failure !== undefined) throw new Unreadable(`The patient could not be read: ${failure}`);
    if (id !== null) return mrns.get(id) ?? null;
    const contained = containedIn(resource, resource.subject);
    const identifier = contained ?? { identifier: [object(resource.subject).identifier] };
    return mrnOf(identifier, mrn_system) || null;
  };
}
