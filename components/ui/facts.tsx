import { Fragment } from "react";

/** What stands between the facts of a line. */
const BETWEEN = " · ";

/** Shows facts in one text, such as "MRN-1 · born 3/4/1980 · (740) 555-0199". Lines break between them, not within a telephone number or a date. */
export function Facts({ of }: { of: string }) {
  const facts = of.split(BETWEEN);
  if (facts.length === 1) return of;
  return facts.map((fact, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a text have their order alone
    <Fragment key={index}>
      {index > 0 ? BETWEEN : null}
      <span className="inline-block max-w-full">{fact}</span>
    </Fragment>
  ));
}
