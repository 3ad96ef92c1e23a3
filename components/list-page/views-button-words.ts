/** The text of the button that shows the saved views of a list. */
export const words = {
  savedViews: "Saved views",
} as const;
