/** The texts of the list of how old each kind of record is. */
export const words = {
  title: "How old each kind of record is",
  loading: "Loading how old each kind of record is …",
} as const;
