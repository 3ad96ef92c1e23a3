/** The texts of moving a visit in the calendar. */
export const words = {
  howToMove: "Enter moves it, Space opens it",
  moving: (title: string, where: string, overlaps: string) => `Moving ${title}: ${where}.${overlaps}`,
  keys: " Arrow keys move it, Page Up and Page Down by an hour, Enter drops it, Escape gives up.",
  dropHere: (title: string, where: string) => `Drop ${title}: ${where}`,
  with: (when: string, provider: string) => `${when} with ${provider}`,
  overlaps: (times: string) => `Overlaps ${times}`,
  span: (from: string, until: string) => `${from} to ${until}`,
  notMoved: (title: string) => `${title} stays where it was.`,
  dropped: (title: string, where: string) => `${title} moves to ${where}. You can undo it for some seconds.`,
  wasNotMoved: (title: string, where: string) => `${title} was not moved to ${where}`,
  wasMoved: (title: string, where: string) => `${title} was moved to ${where}`,
  taken: "The provider has another visit or blocked time then, so nothing was changed",
  stays: (where: string) => `It stays at ${where}.`,
} as const;
