import { INTEGRATOR_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { ALONE_PERMISSIONS } from "#lib/security/permissions";
import { CONSOLE_TAG, tagOf } from "./tags.ts";

interface Route {
  path: string;
  /** Absent of a read. */
  method?: string;
  permission: string;
  by?: "person" | "link";
  embed: unknown;
}

const isLinking = ({ permission }: Route): boolean => ALONE_PERMISSIONS.some((each) => each === permission);

/** Returns whether only a person's session may call a route. */
const isForPeople = (route: Route): boolean =>
  route.by === "person" || !(INTEGRATOR_PERMISSIONS.has(route.permission) || isLinking(route));

/** Returns the credentials of a route of linking: the API client's alone, but of the view's own routes its token. */
const securityOf = ({ by, method = "GET", embed }: Route) => [
  ...(by === "link" ? [] : [{ client_id: [], client_secret: [] }]),
  ...(by === "link" || (method === "GET" && embed === "linking") ? [{ embed_token: [] }] : []),
];

/**
 * Returns the parts of an OpenAPI operation object that say who may call it: a route for people alone has a tag and
 * credentials of its own.
 */
export const audienceOf = (route: Route) =>
  isForPeople(route)
    ? { tags: [CONSOLE_TAG], security: [{ person_session: [] }], "x-permission": route.permission }
    : {
        tags: [tagOf(route.path)],
        ...(isLinking(route) ? { security: securityOf(route) } : {}),
        "x-permission": route.permission,
      };
