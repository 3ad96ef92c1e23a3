import { randomUUID } from "node:crypto";
import type { FhirResource } from "fhir/r4";

/** Resources in memory, with versions that count from 1 and times of change in whole seconds. */
export interface Store {
  /** Stores a resource under its id, or a new one, with its own `lastUpdated` if it has one. Returns it as it is held. */
  put(resource: FhirResource, options?: { keepsTime?: boolean }): FhirResource;
  get(type: string, id: string): FhirResource | undefined;
  remove(type: string, id: string): void;
  /** Returns the resources of a type in the order of their creation. */
  all(type: string): FhirResource[];
}

const wholeSecondsNow = () => `${new Date().toISOString().slice(0, 19)}+00:00`;

/** Returns an empty store. */
export function newStore(): Store {
  const types = new Map<string, Map<string, FhirResource>>();
  const of = (type: string) => types.get(type) ?? new Map<string, FhirResource>();
  return {
    put(resource, { keepsTime = false } = {}) {
      const held = of(resource.resourceType);
      types.set(resource.resourceType, held);
      const id = resource.id ?? randomUUID();
      const version = Number(held.get(id)?.meta?.versionId ?? 0) + 1;
      const stored: FhirResource = {
        ...resource,
        id,
        meta: {
          ...resource.meta,
          versionId: String(version),
          lastUpdated: (keepsTime && resource.meta?.lastUpdated) || wholeSecondsNow(),
        },
      };
      held.set(id, stored);
      return stored;
    },
    get: (type, id) => of(type).get(id),
    remove: (type, id) => void of(type).delete(id),
    all: (type) => [...of(type).values()],
  };
}
