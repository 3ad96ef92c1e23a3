import { type FormField, type JobDefinition, type OperationDefinition, outlineOf } from "#lib/definitions/operation";
import { catalog, internalJobs } from "./generated/definitions.ts";

const jobTypeSummary = ({ id, name, effect, place, listedIn, invalidates }: JobDefinition) => ({
  id,
  name,
  effect,
  invalidates,
  ...(place && { place }),
  ...(listedIn && { listedIn }),
});

const operations: OperationDefinition[] = Object.values(catalog);

const isToday = (initial: FormField["initial"]) => typeof initial === "object" && initial.from === "today";

const isDay = (field: FormField | undefined) => field?.widget === "date" || field?.widget === "date-time";

/** Data of every operation for menus, without schemas and forms, which load on demand. */
export const operationSummaries = operations.map((operation) => {
  const {
    title,
    summary,
    capability,
    method,
    path,
    form,
    changes,
    partOf,
    resultView,
    keywords,
    fromVisit,
    menuGroup,
    whenWrong,
  } = operation;
  return {
    ...jobTypeSummary(operation),
    title,
    summary,
    capability,
    method,
    path,
    forPatient: "patient_mrn" in form,
    dates: operation.effect === "writes" ? Object.keys(form).filter((name) => isDay(form[name])) : [],
    beginsToday: Object.keys(form).filter((name) => isToday(form[name]?.initial)),
    ...(menuGroup && { menuGroup }),
    ...(keywords && { keywords }),
    ...(fromVisit && { fromVisit }),
    ...(whenWrong && { whenWrong }),
    ...(changes && { changes: changes.kind }),
    ...(partOf && { partOf }),
    ...(resultView && { resultView }),
  };
});

/** Data of the jobs that the product queues itself, for lists. */
export const jobTypeSummaries = Object.values(internalJobs).map(jobTypeSummary);

/** The form outline of every operation, so that pages can render forms before the schemas have loaded. */
export const formOutlines = operations.map(outlineOf);
