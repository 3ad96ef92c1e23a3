/** The texts of an open balance beside what was paid since it was read. */
export const words = {
  posted: (amount: string, payments: number, at: string) =>
    payments === 1 ? `${amount} posted at ${at}` : `${amount} posted in ${payments} payments, the last at ${at}`,
  openBalance: "Open balance",
  onClaims: (at: string) => `on claims, last sync ${at}`,
} as const;
