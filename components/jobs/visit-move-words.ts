/** The texts of the view of a moved visit. */
export const words = {
  before: "Before",
  now: "Now",
  visitAt: (time: string, minutes: number, provider: string) => `${time} · ${minutes} min · ${provider}`,
} as const;
