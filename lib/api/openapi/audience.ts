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
  alone?: true;
}

const isLinking = ({ permission }: Route): boolean => ALONE_PERMISSIONS.some((each) => each === permission);

/** Returns whether only a person's session may call a route. */
const isForPeople = (route: Route): boolean =>
  route.by === "person" || !(INTEGRATOR_PERMISSIONS.has(route.permission) || isLinking(route));

/** An API client that has no access token (additions §5). */
const ALONE = { client_id: [], client_secret: [] };

/** Returns the credentials of a route of linking: the API client's alone, but of the view's own routes its token. */
const securityOf = ({ by, method = "GET", embed }: Route) => [
  ...(by === "link" ? [] : [ALONE]),
  ...(by === "link" || (method === "GET" && embed === "linking") ? [{ embed_token: [] }] : []),
];

/** Returns the credentials of a route that an API client may also call by its id and secret alone (additions §5). */
const withAlone = ({ by }: Route) => [
  ALONE,
  ...(by === "person" ? [] : [{ ...ALONE, access_token: [] }, { embed_token: [] }]),
];

/**
 * Returns the parts of an OpenAPI operation object that say who may call it: a route for people alone has a tag and
 * credentials of its own.
 */
export const audienceOf = (route: Route) =>
  isForPeople(route) && !route.alone
    ? { tags: [CONSOLE_TAG], security: [{ person_session: [] }], "x-permission": route.permission }
    : {
        tags: [tagOf(route.path)],
        ...(isLinking(route) ? { security: securityOf(route) } : {}),
        ...(route.alone ? { security: withAlone(route) } : {}),
        "x-permission": route.permission,
      };
