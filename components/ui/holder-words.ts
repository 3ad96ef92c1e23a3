/** The texts of lists whose rows are held still. */
export const words = {
  done: "Done",
  leftTheList: "No longer in this list",
  newRows: (count: number) => `${count} new`,
} as const;
