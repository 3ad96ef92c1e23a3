/** The titles of pages that the navigation does not name; the others are in `words.ts`. */
export const titles = {
  product: "Clinical Records Console",
  inProduct: (page: string) => `${page} · Clinical Records`,
  patient: "Patient",
  provider: "Provider",
  referral: "Referral",
  view: "View",
  job: (id: string) => `Job ${id}`,
} as const;
