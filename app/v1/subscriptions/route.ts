import { putSubscriptions } from "#lib/changes/subscriptions";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { getSubscriptions } from "#lib/reads/subscriptions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(getSubscriptions),
  PUT: change(putSubscriptions),
});
