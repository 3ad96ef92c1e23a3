import { emrTargets } from "#lib/egress/policies";
import { checkTarget } from "#lib/egress/target";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";

/** Throws `invalid` for an address that must not be dialled. */
export function assertDialled(addresses: Record<string, string | undefined>): void {
  const problems = Object.entries(addresses).flatMap(([field, address]) => {
    const refusal = address === undefined ? null : checkTarget(address, emrTargets());
    return refusal ? [problem(field, refusal)] : [];
  });
  if (problems.length > 0) throw invalid(problems);
}
