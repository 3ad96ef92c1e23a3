import type { FhirResource } from "fhir/r4";

/** A FHIR server that others wrote, over real HTTP on a loopback port. */
export interface TestFhirServer {
  origin: string;
  baseUrl: string;
  /** Puts resources into the server behind everybody's back, with their ids and, if they have one, `meta.lastUpdated`. */
  load(resources: Iterable<FhirResource>): Promise<void>;
  /** Deletes a resource behind everybody's back. */
  remove(type: FhirResource["resourceType"], id: string): Promise<void>;
  /** Returns all resources of a type by the server's own records. */
  held<Held extends FhirResource>(type: Held["resourceType"]): Promise<Held[]>;
  stop(): Promise<void>;
}
