import { type JobDefinition, type OperationDefinition, outlineOf } from "#lib/definitions/operation";
import { catalog, internalJobs } from "./catalog.ts";

const jobTypeSummary = ({ id, name, effect, place, listedIn, invalidates }: JobDefinition) => ({
  id,
  name,
  effect,
  invalidates,
  ...(place && { place }),
  ...(listedIn && { listedIn }),
});

const operations = Object.values(catalog) as unknown as OperationDefinition[];

/** Every operation by what menus say of it; schemas and forms load when they are needed. */
export const operationSummaries = operations.map((operation) => {
  const { title, summary, capability, method, path, form, changes, resultView } = operation;
  return {
    ...jobTypeSummary(operation),
    title,
    summary,
    capability,
    method,
    path,
    forPatient: "patient_mrn" in form,
    ...(changes && { changes: changes.kind }),
    ...(resultView && { resultView }),
  };
});

/** What the product queues by itself, by what lists say of it. */
export const jobTypeSummaries = Object.values(internalJobs).map(jobTypeSummary);

/** The form of every operation, for a page that draws it before the schemas are there. */
export const formOutlines = operations.map(outlineOf);
