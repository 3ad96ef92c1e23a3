/** The last words of paths that say what a POST does; other POSTs create a record. */
const VERBS = new Set(["cancel", "exchange", "fetch", "probe", "reconcile", "redeliver", "retry", "rotate", "test"]);

const BY_METHOD: Record<string, string> = {
  GET: "get",
  POST: "create",
  PUT: "replace",
  PATCH: "update",
  DELETE: "delete",
};

const singular = (word: string): string =>
  word
    .replace(/ies$/, "y")
    .replace(/(ch|ss|us)es$/, "$1")
    .replace(/(?<![su])s$/, "");

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns `WebhookEndpoint` for `webhook-endpoint`. */
const pascal = (words: string): string => words.split(/[-_.]/).map(capitalized).join("");

interface Named {
  method: string;
  /** Below /v1, with `{parameters}` in braces. */
  path: string;
  /** True if the answer is a list. */
  isList?: boolean;
  /** True if a path of several records changes one of them, which the body names. */
  isOfOne?: boolean;
}

/**
 * Returns the OpenAPI operation id of a route, of which generators make the name of a function: what it does, then the
 * records of its path (`listPatients`, `createPayment`, `rotateWebhookEndpointSecret`). A record that the path names, and
 * one that is created, is singular.
 */
export function operationIdOf({ method, path, isList = false, isOfOne = false }: Named): string {
  const parts = path
    .replace(/\.json$/, "")
    .split("/")
    .filter(Boolean);
  const last = parts.at(-1) ?? "";
  const [first = "", ...object] = last.split("-");
  const isVerb = method === "POST" && VERBS.has(first);
  const verb = isVerb ? first : isList ? "list" : (BY_METHOD[method] ?? method.toLowerCase());
  const nouns = (isVerb ? parts.slice(0, -1) : parts).map((part, index, all) => {
    const after = all[index + 1];
    if (part.startsWith("{")) return "";
    // `/providers/ehr/{ehr_id}` names a provider by another id.
    if (after?.startsWith(`{${part}_`)) return `By${pascal(after.slice(1, -1))}`;
    if (part === "me") return after ? "My" : "Me";
    const isLast = after === undefined;
    return pascal(isLast && verb !== "create" && !isOfOne ? part : singular(part));
  });
  return [verb, ...nouns, ...object.filter(() => isVerb).map(pascal)].join("");
}

/** How the names of a route's schemas end. */
export type SchemaOf = "Request" | "Form" | "Answer";

/** Returns the name of a route's schema from its operation id: `CreatePaymentRequest`. */
export const schemaName = (operationId: string, of: SchemaOf): string => `${capitalized(operationId)}${of}`;

/** Returns the name of an event's type in code: `PaymentCreated` for `payment.created`. */
export const eventName = (type: string): string => pascal(type);
