import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** A case from the world: what is done, what is right, and the test that proves it. */
type Proven = [done: string, right: string, file: string, title: string];

const PROVEN: Proven[] = [
  [
    "types 1/15/2027, 12/3/26 and 300 other dates",
    "is the day that is meant",
    "lib/kernel/typed-date.test.ts",
    "reads what people type and paste as the day",
  ],
  [
    "leaves a date as it is shown",
    "stays that day",
    "lib/kernel/typed-date.test.ts",
    "never reads what it shows as another day",
  ],
  [
    "types two digits of a year",
    "follows the rule that is said",
    "lib/kernel/typed-date.test.ts",
    "means the hundred years up to the field's last one",
  ],
  [
    "types $60.00, 1,250 and 325 other amounts",
    "is the amount in words",
    "lib/kernel/typed-amount.test.ts",
    "reads 325 written amounts as what they mean",
  ],
  [
    "writes cents behind a comma",
    "is asked, or read where they stand so",
    "lib/kernel/typed-amount.test.ts",
    "asks about cents behind a comma",
  ],
  [
    "has the habits of a scanner, one hand, 200 % zoom or a screen reader",
    "each task is done by each",
    "e2e/habits.spec.ts",
    "for (const habit of HABITS)",
  ],
  [
    "types 300 dates into a field",
    "each is read back in words",
    "e2e/typed-dates.spec.ts",
    "what is typed or pasted into a date field is read back in words",
  ],
  [
    "sends the year 26",
    "is refused with the years of a task",
    "e2e/typed-dates.spec.ts",
    "a date that cannot be is not sent",
  ],
  [
    "ends a filter's date by Enter or Tab",
    "is taken; what is no date stays with its reason",
    "e2e/typed-dates.spec.ts",
    "a filter's date is taken when it is whole or left",
  ],
  [
    "ends a date by Enter before its code is there",
    "is taken once it is",
    "e2e/typed-early.spec.ts",
    "a filter's date and its Enter or Tab arrive although",
  ],
  [
    "types a date before the page's scripts run",
    "is taken with its Enter or Tab",
    "e2e/typed-early.spec.ts",
    "a filter's date that is typed before the page's scripts run",
  ],
  [
    "types into a search before the scripts run",
    "stays and is searched for",
    "e2e/typed-early.spec.ts",
    "what is typed into a search before the page's scripts run",
  ],
  [
    "signs in before the scripts run",
    "signs in; no address has the password",
    "e2e/typed-early.spec.ts",
    "a sign-in that is typed and sent before",
  ],
  [
    "moves on to Password before the scripts run",
    "the focus stays there",
    "e2e/typed-early.spec.ts",
    "a sign-in keeps the focus and the texts",
  ],
  [
    "types for a form that an address opens",
    "arrives in its fields",
    "e2e/typed-early.spec.ts",
    "arrives in the form that its address opens",
  ],
  [
    "types letters at a filter that still loads",
    "its value is chosen",
    "e2e/typed-early.spec.ts",
    "letters choose a filter's value",
  ],
  [
    "types while a form loads",
    "arrives with its Enter or Tab",
    "e2e/typed-ahead.spec.ts",
    "what is typed while a form loads arrives",
  ],
  [
    "pastes while a form loads",
    "arrives",
    "e2e/typed-ahead.spec.ts",
    "takes what was typed and pasted while it loaded",
  ],
  [
    "turns to another field meanwhile",
    "the form leaves the focus",
    "e2e/typed-ahead.spec.ts",
    "what is typed into another field while a form loads stays there",
  ],
  [
    "types letters while a long list loads",
    "become its search",
    "e2e/pickers.spec.ts",
    "letters typed while a long list loads become its search",
  ],
  [
    "posts 25,50",
    "is asked about, and posted as read back",
    "e2e/typed-amounts.spec.ts",
    "a comma that is none of thousands is asked about",
  ],
  [
    "posts more than is open",
    "is asked once, in words",
    "e2e/asked-payments.spec.ts",
    "an amount above what is open is asked about once",
  ],
  [
    "posts the same payment again",
    "is asked about, in two tabs as well",
    "e2e/asked-payments.spec.ts",
    "the same payment within a day is asked about",
  ],
  [
    "sends again after a lost answer",
    "is no second payment, and no question",
    "e2e/asked-payments.spec.ts",
    "a payment whose answer was lost",
  ],
  [
    "corrects a failed payment",
    "is settled for colleagues too",
    "e2e/correcting.spec.ts",
    "a corrected failure is settled",
  ],
  [
    "corrects it in two tabs",
    "the second is led to what followed",
    "e2e/correcting.spec.ts",
    "of two tabs that correct one failure",
  ],
  [
    "scans an MRN in any form",
    "the patient is chosen, nothing is sent",
    "e2e/typed-choices.spec.ts",
    "a scanner chooses the patient in the form",
  ],
  [
    "scans into a filter",
    "the patient is chosen",
    "e2e/typed-choices.spec.ts",
    "a scanner chooses the patient of a list's filter",
  ],
  [
    "scans into the search over everything",
    "the patient opens",
    "e2e/typed-choices.spec.ts",
    "a scanner opens the patient in the search",
  ],
  [
    "presses Enter before the answer",
    "chooses when it comes",
    "e2e/typed-choices.spec.ts",
    "Enter before the answer chooses when it comes",
  ],
  [
    "types on after Enter",
    "chooses nothing",
    "e2e/typed-choices.spec.ts",
    "a text that goes on after Enter chooses nothing",
  ],
  [
    "names several patients",
    "chooses nothing and says so",
    "e2e/typed-choices.spec.ts",
    "several matches choose nothing and say so",
  ],
  [
    "names an MRN that begins others",
    "that patient is chosen",
    "e2e/typed-choices.spec.ts",
    "the patient with exactly this MRN is chosen",
  ],
  ["leaves a picker by Tab", "keeps the one match", "e2e/typed-choices.spec.ts", "Tab keeps what one match decides"],
  [
    "rests the pointer on an option",
    "Enter takes the match, not that option",
    "e2e/typed-choices.spec.ts",
    "the option under a resting pointer is not what Enter takes",
  ],
  [
    "presses Esc in suggestions",
    "closes them alone",
    "e2e/typed-choices.spec.ts",
    "Escape closes the suggestions alone",
  ],
  [
    "sets a visit to Arrived",
    "its row stays under the pointer",
    "e2e/held-rows.spec.ts",
    "a visit that is set to arrived stays in its row",
  ],
  ["does so by the keyboard", "row and focus stay", "e2e/held-rows.spec.ts", "with the keyboard the row stays as well"],
  [
    "has a visit over midnight",
    "stands on each of its days",
    "e2e/several-days.spec.ts",
    "visits over midnight and of several days",
  ],
  [
    "looks at last night's visit on Today",
    "its begin and its end are said",
    "e2e/several-days.spec.ts",
    "on Today a visit that began last night",
  ],
  [
    "has thirty visits at once",
    "stay in their column, with names",
    "e2e/several-days.spec.ts",
    "thirty visits at once stay in their column",
  ],
  [
    "answers by radio buttons in forced colors",
    "what is chosen is seen",
    "e2e/forced-colors.spec.ts",
    "the chosen one of several is seen in forced colors",
  ],
  ["prints in the dark theme", "the paper is light", "e2e/forced-colors.spec.ts", "the dark theme prints light"],
  [
    "opens a fax of 60 pages",
    "is shown page by page",
    "e2e/scanned-documents.spec.ts",
    "a fax of many pages is shown page by page",
  ],
  [
    "opens a fax with a broken page",
    "that page is said",
    "e2e/scanned-documents.spec.ts",
    "a broken page among good ones is said",
  ],
  [
    "opens a scan that lies or is mirrored",
    "is shown upright",
    "e2e/scanned-documents.spec.ts",
    "pages that lie on a side or are mirrored",
  ],
  [
    "opens rare kinds of TIFF",
    "are shown or said",
    "e2e/scanned-documents.spec.ts",
    "colors in planes of their own, BigTIFF",
  ],
  [
    "opens an XFA form or a protected PDF",
    "is said",
    "e2e/scanned-documents.spec.ts",
    "forms that show themselves alone and protected PDFs",
  ],
];

it.each(PROVEN)("a hand that %s: %s (%s)", (_done, _right, file, title) => {
  expect(readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8")).toContain(title);
});
