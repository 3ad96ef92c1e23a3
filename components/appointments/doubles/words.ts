/** The texts of visits that overlap others in the EMR. */
export const words = {
  doubles: (visits: number) =>
    visits === 1 ? "A visit overlaps another one in the EMR" : `${visits} visits overlap others in the EMR`,
  oneMustMove:
    "The EMR let both stand, as its own staff took the time meanwhile or later. Move or cancel one of them: this ends by itself then.",
  list: "Overlapping visits",
} as const;
