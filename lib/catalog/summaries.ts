import { type OperationDefinition, outlineOf } from "#lib/definitions/operation";
import { catalog, internalJobs } from "./catalog.ts";

/** What menus need of every operation, without schemas and forms, which load on demand. */
export const operationSummaries = Object.values(catalog).map((operation) => {
  const { id, name, effect, title, summary, capability, method, path, form } = operation;
  return { id, name, effect, title, summary, capability, method, path, forPatient: "patient_mrn" in form };
});

/** What lists need of the jobs that the product queues itself. */
export const jobTypeSummaries = Object.values(internalJobs).map(({ id, name, effect }) => ({ id, name, effect }));

/** The form outline of every operation, so that pages can render forms before the schemas have loaded. */
export const formOutlines = Object.values(catalog).map((operation) =>
  outlineOf(operation as unknown as OperationDefinition),
);
