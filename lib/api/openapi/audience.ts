import { INTEGRATOR_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { CONSOLE_TAG, tagOf } from "./tags.ts";

interface Route {
  path: string;
  permission: string;
  by?: "person";
}

/** Returns whether only a person's session may call a route. */
const isForPeople = ({ permission, by }: Route): boolean => by === "person" || !INTEGRATOR_PERMISSIONS.has(permission);

/**
 * Returns the parts of an OpenAPI operation object that say who may call it: a route for people alone has a tag and
 * credentials of its own.
 */
export const audienceOf = (route: Route) =>
  isForPeople(route)
    ? { tags: [CONSOLE_TAG], security: [{ person_session: [] }], "x-permission": route.permission }
    : { tags: [tagOf(route.path)], "x-permission": route.permission };
