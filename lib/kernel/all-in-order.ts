/**
 * Waits for all promises and returns their values, or throws the failure of the first one in order. The thrown failure
 * thus does not depend on timing, and no promise is left running.
 */
export async function allInOrder<const Promises extends readonly Promise<unknown>[]>(promises: Promises) {
  const settled = await Promise.allSettled(promises);
  const failed = settled.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return Promise.all(promises);
}
