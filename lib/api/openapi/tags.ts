/** The tag of what people do in the console: none of it is for an API client. */
export const CONSOLE_TAG = "console";

/** The tag of webhooks. */
export const EVENTS_TAG = "events";

/** Returns the tag of a route: the first word of its path. */
export const tagOf = (path: string): string => (path.split("/")[1] ?? "").replace(/\.json$/, "");

/** Returns the description of every tag that is used. */
export const describedTags = (used: readonly string[]) =>
  [...new Set(used)].sort().map((name) => ({
    name,
    description:
      name === CONSOLE_TAG
        ? "What people do by their session in the console: API clients may not call these routes"
        : `The routes of \`/${name}\``,
  }));
