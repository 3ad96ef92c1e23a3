/** ², ½ and ①: digits that are no part of a number as people write it. */
export const ODD_DIGITS = /\p{No}/u;
