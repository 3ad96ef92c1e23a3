/** What a date field needs beyond its text, as one module that loads on intent. */
export { DateParts } from "./date-parts.tsx";
export { leftValueOf, seeDate, typedValueOf } from "./typed-day.ts";
