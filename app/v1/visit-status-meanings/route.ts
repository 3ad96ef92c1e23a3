import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { changeVisitStatusMeanings } from "#lib/resources/visit-statuses/change-meanings";
import { listVisitStatusMeanings } from "#lib/resources/visit-statuses/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listVisitStatusMeanings),
  PATCH: command(changeVisitStatusMeanings),
});
