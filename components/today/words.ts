/** The texts of the page Today around its lists, which have their own. */
export const words = {
  today: "Today",
} as const;
