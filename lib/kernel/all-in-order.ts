/**
 * Waits for all promises and returns their values, or throws the failure of the first one in order. The thrown failure
 * thus does not depend on timing, and no promise is left running.
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
