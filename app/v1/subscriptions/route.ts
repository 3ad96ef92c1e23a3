import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { putSubscriptions } from "#lib/webhooks/subscriptions/changes";
import { getSubscriptions } from "#lib/webhooks/subscriptions/reads";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(getSubscriptions),
  PUT: change(putSubscriptions),
});
