import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { acceptAvailabilityFetch } from "#lib/resources/availability/fetch/accept";
import { fetchAvailability } from "#lib/resources/availability/fetch/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: operation(fetchAvailability, acceptAvailabilityFetch),
});
