import { allQueries } from "#lib/api/openapi/all-queries";
import type { QueryDefinition } from "#lib/definitions/query";
import { addDays, todayIn } from "#lib/kernel/dates";
import { type Asked, ask } from "./api.ts";
import { type DescribedRoute, describedRoutes } from "./described.ts";
import type { FullClinic } from "./full-clinic.ts";

/** A read of synchronized records, whose answer has an ETag. */
export interface ValidatedRead {
  /** Method and path. */
  name: string;
  query: QueryDefinition;
  route: DescribedRoute;
}

/** The reads of synchronized records, each with its route. */
export const validatedReads: readonly ValidatedRead[] = allQueries.flatMap((query) => {
  const route = describedRoutes.find(({ method, path }) => method === "GET" && path === query.path);
  return query.reads && route ? [{ query, route, name: `GET ${query.path}` }] : [];
});

const today = todayIn("America/New_York");
const RANGE = "?start_date=2020-01-01&end_date=2039-12-31&category=appointment,schedule_slot,schedule_block";
const QUERIES: Record<string, string> = {
  "/appointments": `${RANGE}&include_appointment_note=true`,
  "/availability": `?start_date=${today}&end_date=${addDays(today, 30)}`,
};

/** Returns the request of a read that a clinic's records answer. */
export const askedOf = (clinic: FullClinic, { path }: DescribedRoute): Required<Pick<Asked, "params" | "query">> => ({
  params: path.includes("{") ? clinic.paramsOf(path) : {},
  query: QUERIES[path] ?? "",
});

/** Sends a read, with further parameters. */
export function read(clinic: FullClinic, route: DescribedRoute, headers: Record<string, string>, more = "") {
  const { params, query } = askedOf(clinic, route);
  return ask(route, { headers, params, query: [query || "?", more].filter(Boolean).join("&") });
}
