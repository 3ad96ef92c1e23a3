import type { StatusChange } from "#lib/browser/api/change-status";
import type { StatusWords } from "./use-status-words.ts";
import { words } from "./words.ts";

/** Returns the outcome of a change in a few words. */
export function outcomeWords({ to, state, reason }: StatusChange, statuses: StatusWords): string {
  const status = statuses.get(to) ?? to;
  if (state === "failed") return words.notSetTo(status, reason ?? words.jobFailed);
  return state === "completed" ? words.setToInEmr(status) : words.settingTo(status);
}
