import { type SearchRequest, validateResource, type WithId } from "@medplum/core";
import { type CreateResourceOptions, MemoryRepository } from "@medplum/fhir-router";
import type { Bundle, BundleEntry, OperationOutcome, Resource } from "@medplum/fhirtypes";

const compared = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const changedAt = ({ resource }: BundleEntry): string => resource?.meta?.lastUpdated ?? "";

type Stored = Map<string, Map<string, Resource>>;

/** Medplum's repository in memory, which also validates as its server does, and undoes a transaction that fails. */
export class TestRepository extends MemoryRepository {
  validates = true;

  #validate(resource: Resource): void {
    if (this.validates) validateResource(resource);
  }

  override async createResource<T extends Resource>(
    resource: T,
    options?: CreateResourceOptions,
    update?: boolean,
  ): Promise<WithId<T>> {
    this.#validate(resource);
    return super.createResource(resource, options, update);
  }

  override async conditionalCreate<T extends Resource>(
    resource: T,
    search: SearchRequest<T>,
    options?: CreateResourceOptions,
  ): Promise<{ resource: WithId<T>; outcome: OperationOutcome }> {
    this.#validate(resource);
    return super.conditionalCreate(resource, search, options);
  }

  /** Searches as Medplum does; sorts by the last change here, since Medplum evaluates a path for each pair of resources. */
  override async search<T extends Resource>(request: SearchRequest<T>): Promise<Bundle<WithId<T>>> {
    const [rule, ...further] = request.sortRules ?? [];
    if (rule?.code !== "_lastUpdated" || further.length > 0) return super.search(request);
    const { sortRules: _byChange, offset = 0, count, ...unsorted } = request;
    const bundle = await super.search(unsorted);
    const sign = rule.descending ? -1 : 1;
    const sorted = (bundle.entry ?? []).toSorted((a, b) => sign * compared(changedAt(a), changedAt(b)));
    const entry = sorted.slice(offset, count === undefined ? undefined : offset + count);
    return { ...bundle, entry };
  }

  override async withTransaction<Result>(callback: (repository: this) => Promise<Result>): Promise<Result> {
    const stored = this.#stored();
    // Resources are replaced, never changed in place.
    const before = [...stored].map(([type, resources]) => [type, new Map(resources)] as const);
    try {
      return await callback(this);
    } catch (error) {
      stored.clear();
      for (const [type, resources] of before) stored.set(type, resources);
      throw error;
    }
  }

  /** Returns all resources of a type, in the order of their creation. */
  held(type: string): Resource[] {
    return [...(this.#stored().get(type)?.values() ?? [])];
  }

  #stored(): Stored {
    return Reflect.get(this, "resources") as Stored;
  }
}
