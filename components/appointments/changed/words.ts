/** The texts of the marks at visits that changed since a person looked. */
export const words = {
  changed: (visits: number) => `${visits} changed`,
  sinceLooked: "since you looked",
  title: "Changed since you looked",
  inRow: (what: string) => `changed since you looked: ${what}`,
  isNew: "New",
  isGone: "No longer in the EMR",
  empty: "empty",
  from: (label: string, before: string, after: string) => `${label} ${before} → ${after}`,
  more: (fields: number) => `${fields} more`,
  noticed: (what: string, time: string) => `${what}, noticed ${time}`,
  allSeen: "Mark all as seen",
} as const;
