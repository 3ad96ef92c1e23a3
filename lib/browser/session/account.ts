import { createContext, useContext, useMemo } from "react";
import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import type { WrittenListName } from "#lib/definitions/generated/list-names";
import type { ConsolePlace, ListName, MenuGroup, ResultView, VisitField } from "#lib/definitions/operation";
import type { ChangedRecord } from "#lib/job-record/changed-record";

/** The properties of a job type that lists and panels show. */
export interface JobTypeSummary {
  id: string;
  name: string;
  /** Whether jobs of this type write to the EMR or only read from it. */
  effect: "writes" | "reads";
  /** The lists of `/v1` that its completion makes stale. */
  invalidates: readonly ListName[];
  /** Part of the console besides the menu in which the console offers the operation or shows its jobs. */
  place?: ConsolePlace;
  /** The list that shows the type's records. */
  listedIn?: WrittenListName;
}

/** The properties of an operation that menus, lists and panels show; its schema and form load on demand. */
export interface OperationSummary extends JobTypeSummary {
  /** The heading of its form. */
  title: string;
  summary: string;
  /** The capability that the EMR needs; null if every EMR supports the operation. */
  capability: string | null;
  method: "POST" | "PATCH";
  /** The path below `/v1`, with `{parameters}` in braces. */
  path: string;
  /** True if the operation names a patient, so that it can be started from the patient's page. */
  forPatient: boolean;
  /** The fields with which a new form begins as today. */
  beginsToday: readonly string[];
  /** The date fields of an operation that writes. */
  dates: readonly string[];
  /** The entry of menus under which it stands with others; an entry of its own without it. */
  menuGroup?: MenuGroup;
  /** Words by which a desk seeks it, besides its title, name and summary. */
  keywords?: readonly string[];
  /** The fields that a visit's panel fills in, where the operation is offered too. */
  fromVisit?: Readonly<Record<string, VisitField>>;
  /** What to do if what it has written is wrong and nothing here takes it back. */
  whenWrong?: string;
  /** The kind of record that the operation changes. */
  changes?: ChangedRecord<never>["kind"];
  /** The EMR's record that contains the created one. */
  partOf?: string;
  /** How the result is shown; field by field by default. */
  resultView?: ResultView;
}

export interface AccountScope {
  /** The linked account of the page: its id is in the page's URL (decisions §2). */
  account: LinkedAccountModel;
  /** Every operation, including those that this account's EMR does not support. */
  operations: readonly OperationSummary[];
  /** Job types that the product queues by itself: they appear among the jobs, but no user starts them. */
  internalJobs: readonly JobTypeSummary[];
  /** The signed-in user; absent in an embedded view. */
  userId?: string;
  /** The permissions of the signed-in user beyond those of every user. */
  permissions: readonly string[];
  /** The only permissions in an embedded view, if they are fewer than every user has. */
  only?: readonly string[];
}

export const AccountContext = createContext<AccountScope | null>(null);

function useScope(): AccountScope {
  const scope = useContext(AccountContext);
  if (scope === null) throw new Error("Only the pages of a linked account have an account");
  return scope;
}

/** Returns the linked account of this page. Throws outside of an account's pages. */
export const useAccount = (): LinkedAccountModel => useScope().account;

/** Returns the id of the linked account of this page. */
export const useAccountId = (): string => useScope().account.id;

/** Returns the id of the signed-in user; undefined in an embedded view. */
export const useUserId = (): string | undefined => useScope().userId;

/** Returns every operation with its display name. */
export const useOperations = (): readonly OperationSummary[] => useScope().operations;

/** Returns every job type with its display name, including those that the product queues by itself. */
export const useJobTypes = (): readonly JobTypeSummary[] => {
  const { operations, internalJobs } = useScope();
  return useMemo(() => [...operations, ...internalJobs], [operations, internalJobs]);
};

/** Returns a job type, or undefined if a stored job names one that no longer exists. */
export const useJobType = (id: string): JobTypeSummary | undefined =>
  useJobTypes().find((jobType) => jobType.id === id);

/** Checks whether an account's EMR supports an operation. */
export const isSupported = (account: LinkedAccountModel, { capability }: OperationSummary): boolean =>
  capability === null || account.capabilities.includes(capability);

/** Checks whether an operation may write to the EMR of an account, if it writes at all. */
export const isSwitchedOn = ({ writes }: LinkedAccountModel, { id, effect }: OperationSummary): boolean =>
  effect === "reads" || writes === null || writes.includes(id);

/** Checks whether an operation can be started: the account's EMR supports it, and it is switched on. */
export const canStart = (account: LinkedAccountModel, operation: OperationSummary): boolean =>
  isSupported(account, operation) && isSwitchedOn(account, operation);

/**
 * Checks whether the signed-in user has a permission. The server decides; this only avoids offering what it would
 * refuse.
 */
export const useMay = (permission: string): boolean => useScope().permissions.includes(permission);

/** Checks whether an embedded view has a permission that every user has in the console. The server decides. */
export const useIsGranted = (permission: string): boolean => useScope().only?.includes(permission) ?? true;

/** Returns the operation with this id, or undefined if a stored job names one that no longer exists or is internal. */
export const useOperation = (id: string): OperationSummary | undefined =>
  useScope().operations.find((operation) => operation.id === id);

/** Returns the operation that the console offers at a place, or undefined if it may not be used here. */
export const useOperationAt = (place: ConsolePlace): OperationSummary | undefined =>
  useScope().operations.find((operation) => operation.place === place);

/** Returns the operation whose records a list shows, or undefined if it may not be used here. */
export const useOperationListedIn = (list: WrittenListName): OperationSummary | undefined =>
  useScope().operations.find(({ listedIn }) => listedIn === list);
