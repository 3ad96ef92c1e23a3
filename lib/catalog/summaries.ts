import { type OperationDefinition, outlineOf } from "#lib/definitions/operation";
import { catalog, internalJobs } from "./catalog.ts";

/** Every operation by what menus say of it; schemas and forms load when they are needed. */
export const operationSummaries = Object.values(catalog).map((operation) => {
  const { id, name, effect, title, summary, capability, method, path, form } = operation;
  return { id, name, effect, title, summary, capability, method, path, forPatient: "patient_mrn" in form };
});

/** What the product queues by itself, by what lists say of it. */
export const jobTypeSummaries = Object.values(internalJobs).map(({ id, name, effect }) => ({ id, name, effect }));

/** The form of every operation, for a page that draws it before the schemas are there. */
export const formOutlines = Object.values(catalog).map((operation) =>
  outlineOf(operation as unknown as OperationDefinition),
);
