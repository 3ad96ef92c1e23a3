import type { Operations } from "#lib/client/package/operations.d";

/**
 * A route of the interface such as `GET /jobs/{job_id}`, from the table of the typed client: a call of a route that was
 * renamed or removed does not compile.
 */
export type Route = keyof Operations;

type ValuesOf<Input> = { [Name in keyof Input]: Input[Name] | string | number | null | undefined };

/** The input of a route. That of a GET becomes text, so a list may be comma-separated; empty values are left out. */
export type InputOf<Asked extends Route> = Asked extends `GET ${string}`
  ? ValuesOf<Operations[Asked]["input"]>
  : Operations[Asked]["input"];

export type AnswerOf<Asked extends Route> = Operations[Asked]["answer"];

/** A route that answers with a list, page after page. */
export type ListRoute = {
  [Each in Route]: Operations[Each] extends { row: unknown } ? Each : never;
}[Route];

/** A row of a list. */
export type RowOf<Asked extends ListRoute> = Operations[Asked]["row"];

/** The filters of a list. */
export type QueryOf<Asked extends ListRoute> = Omit<
  InputOf<Asked>,
  "limit" | "cursor" | "page" | "page_size" | "include_total"
>;

/** The name of a list in its answer (decisions §5). */
export type ListOf<Asked extends ListRoute> = {
  [Name in keyof AnswerOf<Asked>]-?: AnswerOf<Asked>[Name] extends readonly RowOf<Asked>[] ? Name : never;
}[keyof AnswerOf<Asked>] &
  string;
