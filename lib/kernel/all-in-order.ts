/**
 * Waits for all of several, then gives their values or throws the failure of the first in their order: which one is told
 * does not hang on which was heard of first, and nothing is left running behind a failure.
 */
export async function allInOrder<Values extends readonly unknown[]>(
  promises: {
    [Index in keyof Values]: Promise<Values[Index]>;
  },
): Promise<Values> {
  const settled = await Promise.allSettled(promises as readonly Promise<unknown>[]);
  const failed = settled.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return settled.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : undefined)) as unknown as Values;
}
