import { createContext, useContext } from "react";
import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import type { ListName, Place, ResultView } from "#lib/definitions/operation";
import type { ChangedRecord } from "#lib/jobs/record/changed-record";

/** What lists and panels say of a kind of job. */
export interface JobTypeSummary {
  id: string;
  name: string;
  /** Whether it writes to the EMR, where doing it twice would show, or only reads from it. */
  effect: "writes" | "reads";
  /** The lists of `/v1` that its completion makes stale. */
  invalidates: readonly ListName[];
  /** Where the console offers it besides the menu, or shows its jobs. */
  place?: Place;
  /** The list that shows its records. */
  listedIn?: ListName;
}

/** What menus, lists and panels say of an operation; its schema and form load when they are needed. */
export interface OperationSummary extends JobTypeSummary {
  /** What its form is for, as a heading. */
  title: string;
  summary: string;
  /** What the EMR must be able to do; null where every EMR can. */
  capability: string | null;
  method: "POST" | "PATCH";
  /** Below `/v1`, with `{parameters}` in braces. */
  path: string;
  /** Names a patient: it can be started from theirs. */
  forPatient: boolean;
  /** The kind of record that it changes. */
  changes?: ChangedRecord<never>["kind"];
  /** How its result is drawn; field by field if left out. */
  resultView?: ResultView;
}

export interface AccountScope {
  /** The linked account that the page is about: its id stands in the page's address (decisions §2). */
  account: LinkedAccountModel;
  /** Every operation, also those that this account's EMR does not support. */
  operations: readonly OperationSummary[];
  /** What the product queues by itself: seen among the jobs, and started by nobody. */
  internalJobs: readonly JobTypeSummary[];
  /** What the signed-in person may do besides what everyone may. */
  permissions: readonly string[];
  /** All that may be done here, where it is less than everyone may: in an embedded view. */
  only?: readonly string[];
}

export const AccountContext = createContext<AccountScope | null>(null);

function useScope(): AccountScope {
  const scope = useContext(AccountContext);
  if (scope === null) throw new Error("Only the pages of a linked account have one");
  return scope;
}

/** The linked account that this page is about. Throws outside of an account's pages. */
export const useAccount = (): LinkedAccountModel => useScope().account;

/** The id of the linked account that this page is about. */
export const useAccountId = (): string => useScope().account.id;

/** Every operation by what people call it. */
export const useOperations = (): readonly OperationSummary[] => useScope().operations;

/** Every kind of job by what people call it, those that the product queues by itself as well. */
export const useJobTypes = (): readonly JobTypeSummary[] => {
  const { operations, internalJobs } = useScope();
  return [...operations, ...internalJobs];
};

/** What a job of this type is, or undefined where a stored job names one that is gone. */
export const useJobType = (id: string): JobTypeSummary | undefined =>
  useJobTypes().find((jobType) => jobType.id === id);

/** Whether an account's EMR can do an operation. */
export const isSupported = (account: LinkedAccountModel, { capability }: OperationSummary): boolean =>
  capability === null || account.capabilities.includes(capability);

/** Whether the signed-in person has a permission. The server decides; this only spares them a refusal. */
export const useMay = (permission: string): boolean => useScope().permissions.includes(permission);

/** Whether an embedded view was given a permission that everyone has in the console. The server decides. */
export const useIsGranted = (permission: string): boolean => useScope().only?.includes(permission) ?? true;

/** The operation with this id, or undefined where a stored job names one that is gone or internal. */
export const useOperation = (id: string): OperationSummary | undefined =>
  useScope().operations.find((operation) => operation.id === id);

/** The operation that the console offers at a place, or undefined if it may not be used here. */
export const useOperationAt = (place: Place): OperationSummary | undefined =>
  useScope().operations.find((operation) => operation.place === place);

/** The operation whose records a list shows, or undefined if it may not be used here. */
export const useOperationListedIn = (list: ListName): OperationSummary | undefined =>
  useScope().operations.find(({ listedIn }) => listedIn === list);
