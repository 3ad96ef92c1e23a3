/** Returns a moment as a search asks for it: in UTC, to the second, as finer ones are refused by some servers. */
export const searchMoment = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`;
