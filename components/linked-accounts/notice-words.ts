import { numberLocale } from "#lib/kernel/shown-locale";

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString(numberLocale())} ${noun}${count === 1 ? "" : "s"}`;

/** The texts of the notices about syncs and visit statuses on other pages. */
export const words = {
  view: "View",
  degraded: (kinds: string) => `The sync is degraded: ${kinds}`,
  viewDegraded: "View the degraded sync",
  asOf: "Shown as of",
  triedAgain: "The sync is tried again automatically.",
  nothingRemoved: (answer: string) => `${answer}. Nothing was removed.`,
  viewShortAnswer: (kind: string) => `View the short answer: ${kind}`,
  adminAccepts: "Accept it under Integrations if it is right.",
  adminMayAccept: "An admin can accept it under Integrations.",
  noSchedule: "This EMR shows no schedule",
  notShown: "The EMR does not show it.",
  emptySchedule: "The schedule was read, and nothing of it is shown",
  viewEmptySchedule: "View what was read of the schedule",
  noProviders: "No practitioner who sees patients was found at the clinic’s organization.",
  providersSetAside: (count: number) =>
    `No provider is shown: ${counted(count, "practitioner")} could not be read and ${count === 1 ? "was" : "were"} set aside.`,
  visitsSetAside: (count: number) =>
    `${counted(count, "visit")} could not be read and ${count === 1 ? "was" : "were"} set aside.`,
  visitsOfOthers: (count: number) => `${counted(count, "visit")} came, of which none is of an active provider.`,
  noVisits: "The EMR returned no visit.",
  noMeanings: "The EMR’s visit statuses have no meaning here yet, so the schedule has no colors and no shortcuts.",
  setMeanings: "Set what they mean",
} as const;
