/**
 * Limits an embedded view to the one patient, job or owner of webhook endpoints that the view was created for (decisions
 * §9). It is a required part of each definition, and the wrapper of `/v1` applies it; a view of the whole account is
 * limited by its permissions alone. A view of an owner is refused by all limits but `open`, `offered`, `owner` and `events`, and a
 * view `booking` by all but `offered`, `bookable` and `{ answer: "job" }`.
 *
 * - `linking`: the view that links an EMR may use it, which may use nothing else. For other views as `account`.
 * - `open`: no record of the route concerns a patient. Every view may use it, but `booking`.
 * - `offered`: as `open`, and a view `booking` may use it. The route's handler keeps to what that view offers.
 * - `account`: the route concerns the whole account. A limited view is refused.
 * - `owner`: only for views of an owner. The route's handler compares the owner of each webhook endpoint that it reads or
 *   changes.
 * - `events`: as `account`, and the view needs `jobs:read`, because events contain the outcome of jobs. For a view of an
 *   owner, the route's handler keeps to the deliveries to that owner's webhook endpoints.
 * - `own-job`: the job in the address must be the job of the view.
 * - `patient`: the route's handler compares the patient of each record that it reads, writes or streams.
 * - `bookable`: as `patient`, and a view `booking` may use it. The route's handler keeps to what that view offers and books.
 */
export type EmbedLimit =
  | "linking"
  | "open"
  | "offered"
  | "account"
  | "owner"
  | "events"
  | "own-job"
  | "patient"
  | "bookable"
  | ParameterLimit
  | AddressLimit
  | AnswerLimit;

/** For lists: the query parameter `narrows` is set to the view's patient, and the parameters `without` are dropped. */
export interface ParameterLimit<Name extends string = string> {
  narrows: Name;
  without?: readonly Name[];
}

/** The patient in the path must be the view's. */
interface AddressLimit {
  address: "mrn";
}

/** The record under this key of the response must be the view's job, or a record of the view's patient. */
interface AnswerLimit<Key extends string = string> {
  answer: Key;
}

/** Limits of a query, which may only name the query's parameters and the keys of its response. */
export type QueryLimit<Parameter extends string = string, Key extends string = string> =
  | "linking"
  | "open"
  | "offered"
  | "account"
  | "owner"
  | "events"
  | ParameterLimit<Parameter>
  | AddressLimit
  | AnswerLimit<Key>;

export type OperationLimit = "open" | "account" | "patient" | "bookable";

export type CommandLimit = "linking" | "open" | "account" | "owner" | "events" | "own-job";
