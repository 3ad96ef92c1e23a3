/** The texts of pages that do not exist, or not yet. */
export const words = {
  notFound: "Not found",
  nothingHere: "There is nothing here",
  goToConsole: "Go to the console",
  goToToday: "Go to Today",
  notYours: "The address may be mistyped, or the record belongs to an account that you can’t see.",
  noLonger: "The address may be mistyped, the record may no longer exist, or only an admin may open the page.",
  noEmrYet: "No EMR is linked yet",
  noEmrYetHint: "An administrator of your organization can link one; it then appears here.",
  noView: "This view is not available",
  noViewHint: "It was closed, or its address is mistyped.",
} as const;
