import { deepClone, type Filter, Operator, type SearchRequest, validateResource, type WithId } from "@medplum/core";
import { type CreateResourceOptions, MemoryRepository } from "@medplum/fhir-router";
import type { Bundle, OperationOutcome, Resource } from "@medplum/fhirtypes";

const compared = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const changedAt = (resource: Resource | undefined): string => resource?.meta?.lastUpdated ?? "";

const byChange =
  (descending: boolean) =>
  (one: Resource | undefined, other: Resource | undefined): number =>
    (descending ? -1 : 1) * compared(changedAt(one), changedAt(other));

/** Returns whether a filter asks for what changed at or after a moment. */
const isSinceChange = ({ code, operator, value }: Filter): boolean =>
  code === "_lastUpdated" && operator === Operator.GREATER_THAN_OR_EQUALS && !Number.isNaN(Date.parse(value));

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

  /**
   * Searches as Medplum does, but for searches by the last change, sorted by it: for these Medplum evaluates a path for
   * each resource, and copies all of them for each page.
   */
  override async search<T extends Resource>(request: SearchRequest<T>): Promise<Bundle<WithId<T>>> {
    const { sortRules: [rule, ...further] = [], filters = [], offset = 0, count, resourceType } = request;
    if (rule?.code !== "_lastUpdated" || further.length > 0) return super.search(request);
    const isOfChangesAlone = !request.include && !request.revInclude && filters.every(isSinceChange);
    if (!isOfChangesAlone) return this.#searchSorted(request, rule.descending ?? false);
    const from = filters.map(({ value }) => Date.parse(value));
    const found = this.held(resourceType)
      .filter((resource) => from.every((least) => Date.parse(changedAt(resource)) >= least))
      .toSorted(byChange(rule.descending ?? false));
    const page = found.slice(offset, count === undefined ? undefined : offset + count) as WithId<T>[];
    const entry = page.map((resource) => ({ search: { mode: "match" as const }, resource: deepClone(resource) }));
    return { resourceType: "Bundle", type: "searchset", total: found.length, ...(entry.length > 0 ? { entry } : {}) };
  }

  async #searchSorted<T extends Resource>(request: SearchRequest<T>, descending: boolean): Promise<Bundle<WithId<T>>> {
    const { sortRules: _byChange, offset = 0, count, ...unsorted } = request;
    const bundle = await super.search(unsorted);
    const inOrder = byChange(descending);
    const sorted = (bundle.entry ?? []).toSorted((a, b) => inOrder(a.resource, b.resource));
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
