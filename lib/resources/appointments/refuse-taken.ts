import { DomainError } from "#lib/kernel/domain-error";
import { fieldErrors, problem } from "#lib/kernel/field-error";
import { momentAt } from "./moment-at.ts";
import type { TakenTime } from "./taken-times.ts";

/**
 * Throws `conflict` with the times that are taken, of which it says nothing else (additions §2); without them where the caller may not
 * learn when others have their visits.
 */
export function refuseTaken(taken: readonly TakenTime[], timezone: string, { showsTimes = true } = {}): void {
  if (taken.length === 0) return;
  const found = problem("datetime", "is taken: the provider has a visit or blocked time then");
  throw new DomainError("conflict", `${found.sentence}; nothing was saved`, {
    errors: fieldErrors([found]),
    details: showsTimes
      ? { overlaps: taken.map(({ startsAt, duration }) => ({ datetime: momentAt(startsAt, timezone), duration })) }
      : {},
  });
}
