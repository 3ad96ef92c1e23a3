/** The texts of the page Integrations around its sections, which have their own. */
export const words = {
  integrations: "Integrations",
  whatItCanDo: (account: string) => `What ${account} can do`,
} as const;
