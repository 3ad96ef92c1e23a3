import type { DayRangeName } from "#lib/kernel/day-ranges";

/** The day on which the table is read. */
export const TYPED_ON = "2026-11-20";

/** What people type and paste, by the day that it means at a task in the United States (`TYPED_ON`). */
const BY_DAY: Record<string, string> = {
  "2026-11-25": `11/25/2026|11/25/26|11-25-2026|11-25-26|11.25.2026|11.25.26|11 25 2026|11 25 26|11/25|11-25|11.25|11 25
    |11252026|112526|20261125|2026-11-25|2026/11/25|2026.11.25|2026 11 25|2026–11–25|11–25–2026|11—25—26|11−25−2026
    |Nov 25|nov 25|NOV 25|Nov. 25|Nov25|November 25|november 25th|Nov 25, 2026|Nov 25 2026|Nov. 25, 2026|Nov 25,2026
    |November 25, 2026|NOVEMBER 25 2026|November 25th, 2026|Nov 25th 2026|Nov 25, 26|Nov 25, '26|Nov 25 26|nov-25-2026
    |Nov/25/2026|Nov-25-26|25 nov 2026|25 Nov 26|25 Nov|25 november|25th November 2026|25th of November|25 of nov 2026
    |25-Nov-2026|25-NOV-26|25/Nov/2026|25Nov2026|25NOV26|25.Nov.2026|2026 Nov 25|2026-Nov-25|2026Nov25|2026, November 25|NOV252026|(11/25/2026)|[Nov 25]
    |Wed, Nov 25, 2026|Wed Nov 25 2026|Wednesday, November 25, 2026|wednesday 11/25/2026|Wed 11/25|Wed. 25 Nov 2026
    |11/25/2026 12:00:00 AM|11/25/2026 9:30 pm|2026-11-25T00:00:00|2026-11-25 00:00:00|2026-11-25T14:30|11/25/26, 2:05 p.m.
    |11 / 25 / 2026|11 - 25 - 2026| 11/25/2026 |	11/25/2026	|11/25/2026,|"11/25/2026"|'11/25/2026|11/25/2026.
    |11⁄25⁄2026|11∕25∕2026|１１/２５/２０２６|11/25/'26|11/25/’26|11 25 2026|‎11/25/2026|‪11/25/2026‬|11​/25/2026
    |Nov  25,  2026|nov 25,26|11.25.`,
  "2027-01-15": `1/15/2027|01/15/2027|1/15/27|01/15/27|01-15-2027|1-15-27|1.15.2027|1 15 27|01152027|011527|20270115
    |2027-01-15|2027-1-15|2027/1/15|1/15|01/15|01-15|Jan 15|January 15|15 Jan|15-Jan-27|Jan 15, 2027|January 15th|jan15
    |15jan2027|Fri, Jan 15, 2027|Friday 1/15/27|Jan. 15 '27|JANUARY 15, 2027|2027 january 15`,
  "2026-12-03": `12/3/26|12/03/26|12/3/2026|12/03/2026|12-3-26|12-03-2026|12 3 26|12032026|120326|2026-12-03|2026-12-3
    |12/3|12/03|12-3|Dec 3|Dec 03|December 3rd|3 Dec|03-Dec-26|3rd of December|December 3, 2026|Dec 3 26|Dec. 3, '26
    |Thu, Dec 3, 2026|Thursday, December 3rd, 2026|thurs 12/3/26|3december2026`,
  "2026-03-04": `3/4/2026|03/04/2026|3/4/26|03/04/26|3-4-26|3 4 2026|03042026|030426|20260304|2026-03-04|2026-3-4
    |Mar 4, 2026|March 4th 2026|4 March 2026|4-Mar-26|04MAR2026|04-Mar-2026|Wed 3/4/2026|2026 Mar 4`,
  "2026-11-02": "11/2|nov 2",
  "2026-11-05": `11/5/2026|11/05/2026|11/5/26|11/5|11-05|Nov 5|5 Nov|November 5th|11052026|110526|2026-11-05|5-NOV-2026`,
  "2028-02-29": `2/29/2028|02/29/28|2-29-2028|2.29.28|Feb 29, 2028|29 Feb 2028|February 29th, 2028|02292028|022928|2028-02-29`,
  "2027-09-01": `9/1/2027|09/01/27|9-1-27|Sep 1, 2027|Sept 1, 2027|Sept. 1st, 2027|September 1 2027|1 Sept 2027|1-Sep-27
    |09012027|090127|1september2027|2027-09-01`,
  "2026-05-31": `5/31/2026|05/31/26|May 31, 2026|May 31 26|31 may 2026|31-MAY-2026|31st of May 2026|05312026|2026-5-31|5 31 26`,
};

const WHY = {
  day: /./,
  month: /month/,
  has: /has \d\d|28 days/,
  year: /year/,
  complete: /Complete|Add the/,
  other: /Enter|Add|Leave/,
};

/** What is no date, by the kind of what is said. */
const UNREAD: Record<keyof typeof WHY, string> = {
  has: "11/31/2026|2/30/2026|2/29/2027|02/29/27|Feb 30|Feb 29, 2027|June 31|31 Sep 2026|4/31/27|2026-02-30|2026-09-31|11312026",
  month: "13/1/2026|25/11/2026|25-11-26|2026-13-01|31/12/2026|Marsh 4, 2026|Nob 25|25 noviembre|25112026",
  year: "0026-11-25|11/25/0026|11/25/1926|11/25/2126|11/25/9999|1800-01-01|Nov 25, 1726|25 Nov 2099|2100-01-01|11/25/0000",
  complete: "11/|11/25/|11/25/2|11/25/202|1/|2026-|2026-1|2026-11|2026-11-|11-25-|Nov|November|Nov 2026|11-25-2",
  day: "Thu, Nov 25, 2026|Monday 11/25/2026|11/0/2026|Nov 0, 2026|2026-11-00",
  other: `tomorow|abc|1|12|2026|46351|11/25/20266|11/25/20260|3/2-1980|11//25//2026|next week|25|1125|11252|--
    |11/25/2026 to 11/30/2026|2026-11-25T10:00:00Z|2026-11-25T10:00:00-05:00|O1/15/2027|1l/25/2026|$60.00|MRN-1003|?|١١/٢٥/٢٠٢٦`,
};

/** What can mean several days, with those. */
const QUESTIONS: Record<string, string> = {
  "1152027": "2027-01-15 2027-11-05",
  "1112026": "2026-01-11 2026-11-01",
  "112026": "2026-11-20 2026-01-01",
  "03.04.2026": "2026-03-04 2026-04-03",
  "3.4.26": "2026-03-04 2026-04-03",
  "11.12.2026": "2026-11-12 2026-12-11",
};

/** At other fields: the kind of field, the text and the day, or null if it cannot be that field's. */
const ELSEWHERE: readonly (readonly [DayRangeName, string, string | null])[] = [
  ["birth", "3/4/80", "1980-03-04"],
  ["birth", "3/4/26", "2026-03-04"],
  ["birth", "3/4/27", "1927-03-04"],
  ["birth", "3/4/1849", null],
  ["birth", "11/25/2026", null],
  ["birth", "Mar 4", null],
  ["birth", "4-MAR-80", "1980-03-04"],
  ["birth", "030480", "1980-03-04"],
  ["birth", "March 4, 1850", "1850-03-04"],
  ["service", "11/19", "2026-11-19"],
  ["service", "12/3", "2025-12-03"],
  ["service", "1/15/2027", null],
  ["service", "12/3/26", null],
  ["service", "0026-11-19", null],
  ["deposit", "11/25/26", "2026-11-25"],
  ["deposit", "11/25/2028", null],
  ["deposit", "1/2/05", null],
  ["validity", "1/15/2040", "2040-01-15"],
  ["validity", "1/15/2005", null],
  ["any", "3/4/1980", "1980-03-04"],
];

const list = (texts: string): string[] => texts.split(/\n? *\|/);

interface TypedDate {
  range: DayRangeName;
  text: string;
  /** None for a text that is no date, several for one that is a question. */
  days: string[];
  /** Matches what is said of a text that is no date. */
  says: RegExp;
}

const at = (range: DayRangeName, text: string, days: string[], says = WHY.day): TypedDate => ({
  range,
  text,
  days,
  says,
});

/** More than 300 dates as people type and paste them. */
export const TYPED_DATES: readonly TypedDate[] = [
  ...Object.entries(BY_DAY).flatMap(([day, texts]) => list(texts).map((text) => at("deadline", text, [day]))),
  ...Object.entries(UNREAD).flatMap(([why, texts]) =>
    list(texts).map((text) => at("deadline", text, [], WHY[why as keyof typeof WHY])),
  ),
  ...Object.entries(QUESTIONS).map(([text, days]) => at("deadline", text, days.split(" "))),
  ...ELSEWHERE.map(([range, text, day]) => at(range, text, day === null ? [] : [day])),
];
