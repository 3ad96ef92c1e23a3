/** The texts of the calendar and of the day sheet, which load with them. */
export const words = {
  since: (begin: string) => `since ${begin}`,
  atOnce: (count: number) => `${count} at once`,
  moreAt: (count: number, time: string) => `${count} more at ${time}`,
} as const;
