/** The texts of every list's page: labels, empty states and errors. */
export const words = {
  notLoaded: "Your views could not be loaded.",
  tryAgain: "Try again",
  noViews: "Set filters or an order, then save them here under a name. Only you see your views.",
  undo: "Undo",
  name: "Name",
  saveAs: "Save these filters as",
  exampleName: "To call back",
  save: "Save",
  keepName: "Keep the old name",
  rename: "Rename",
  wasDeleted: (view: string) => `“${view}” was deleted.`,
  newNameOf: "New name of",
  deleteView: "Delete",
} as const;
