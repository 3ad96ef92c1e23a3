import { changesOf } from "./changes.ts";
import type * as face from "./face.d.ts";
import { ROUTES } from "./routes.ts";
import { send } from "./send.ts";
import { streamMessages } from "./stream.ts";

/** A method's route, or the methods below a name. */
interface RouteTree {
  readonly [name: string]: string | RouteTree;
}

type Input = Readonly<Record<string, unknown>>;

/** Every row of a list, page after page. */
async function* eachRow(
  transport: face.Transport,
  route: string,
  key: string,
  input: Input = {},
  options?: face.SendOptions,
) {
  let cursor = input.cursor;
  do {
    const body = await send(transport, route, { ...input, cursor }, options);
    yield* body[key];
    // A feed names a cursor even where nothing follows yet.
    cursor = body[key].length > 0 ? body.next_cursor : undefined;
  } while (cursor !== undefined);
}

/** Returns the methods of a table. A list `list` also has `each`, which reads its rows page after page. */
function methodsOf(transport: face.Transport, tree: RouteTree): Record<string, unknown> {
  const methods: Record<string, unknown> = {};
  for (const [name, route] of Object.entries(tree)) {
    if (typeof route !== "string") {
      methods[name] = methodsOf(transport, route);
      continue;
    }
    methods[name] = (input?: Input, options?: face.SendOptions) => send(transport, route, input, options);
    const rows = route.split(" ")[2];
    if (name === "list" && rows) {
      methods.each = (input?: Input, options?: face.SendOptions) => eachRow(transport, route, rows, input, options);
    }
  }
  return methods;
}

const headersOf = (credentials: face.Credentials): Record<string, string> =>
  "embed_token" in credentials
    ? { authorization: `Bearer ${credentials.embed_token}` }
    : {
        client_id: credentials.client_id,
        client_secret: credentials.client_secret,
        access_token: credentials.access_token,
      };

const NO_ADDRESS =
  "There is no baseUrl: pass the address of /v1, such as https://records.example.com/v1. Is the variable of the environment set that holds it?";
const NO_CREDENTIALS =
  "There are no credentials: pass client_id, client_secret and access_token, or the embed_token of a view";

/** Returns the options of JavaScript that no compiler has checked. Throws a TypeError that says what is missing. */
function checked(options: face.ClientOptions | undefined): face.ClientOptions {
  if (typeof options?.baseUrl !== "string" || options.baseUrl === "") throw new TypeError(NO_ADDRESS);
  if (typeof options.credentials !== "object" || options.credentials === null) throw new TypeError(NO_CREDENTIALS);
  return options;
}

/** Returns a client of one linked account (see the face). */
export const createClient: typeof face.createClient = (options) => {
  const { baseUrl, credentials, fetch: given } = checked(options);
  const transport: face.Transport = {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ""),
    headers: headersOf(credentials),
    // Called as a function of its own: browsers refuse `fetch` as another object's method.
    fetch: (address, init) => (given ?? fetch)(address, init),
  };
  const methods = methodsOf(transport, ROUTES);
  const events: face.Events = (options) => streamMessages(transport, options);
  // The table and the type of the methods are made by one script from one list.
  return {
    ...methods,
    changes: Object.assign(changesOf(transport), methods.changes),
    events: Object.assign(events, methods.events),
  } as face.Client;
};
