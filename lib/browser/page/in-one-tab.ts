/** Does the work while no other tab of this browser does work of the same name; at once where the browser has no locks. */
export const inOneTab = (name: string, work: () => Promise<void>): Promise<void> =>
  // Absent on pages of plain http from another machine.
  "locks" in navigator ? navigator.locks.request(name, work) : work();
