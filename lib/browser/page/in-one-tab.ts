/**
 * Does the work while no other tab of this browser does work of the same name; at once where the browser has no locks, or denies
 * them to a frame: with third-party cookies blocked, an embedded view shares nothing with other tabs.
 */
export async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  // Absent on pages of plain http from another machine.
  if (!("locks" in navigator)) return work();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  await navigator.locks.request(name, begin).catch((error: unknown) => {
    if (hasBegun) throw error;
    return work();
  });
}
