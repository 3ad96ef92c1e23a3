import { letters } from "#lib/browser/page/matches-words";
import { editDistance } from "#lib/kernel/edit-distance";
import type { Offer } from "./use-offers.ts";

/** Maximum of digits in a job's id; longer numbers are phone numbers or MRNs. */
const JOB_ID = /^#?(\d{1,9})$/;

/** Returns the job id in a text ("42", "#42"), or null. */
export function readJobId(text: string): number | null {
  const digits = JOB_ID.exec(text.trim())?.[1];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

const wordsOf = (text: string) => letters(text).split(/\s+/).filter(Boolean);

/** Text in which a word of a search is sought: a place of the console, or an operation. */
interface Sought {
  name: string;
  keywords?: readonly string[];
}

/** Returns the pages of whose name or keywords a word begins with each word of a text; none for an empty text. */
export function matchingPages<Page extends Sought>(pages: readonly Page[], text: string): Page[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return pages.filter(({ name, keywords = [] }) => {
    const own = wordsOf([name, ...keywords].join(" "));
    return words.every((word) => own.some((each) => each.startsWith(word)));
  });
}

/**
 * Returns the operations whose title, name, summary or keywords contain every word of a text, those first that have it in
 * their title or keywords; all of them for an empty text.
 */
export function matchingOffers(offers: readonly Offer[], text: string): Offer[] {
  const words = wordsOf(text);
  const has = (searched: string) => words.every((word) => letters(searched).includes(word));
  const isMeant = ({ title, name, keywords = [] }: Offer) => has(["new", title, name, ...keywords].join(" "));
  const meant = offers.filter(isMeant);
  const said = offers.filter((offer) => !isMeant(offer) && has(`new ${offer.title} ${offer.name} ${offer.summary}`));
  return [...meant, ...said];
}

/** Fewest letters of a word that is also known with one wrong letter, and with two. */
const ONE_WRONG = 4;
const TWO_WRONG = 8;

const isNear = (phrase: string, word: string) => {
  const most = word.length >= TWO_WRONG ? 2 : word.length >= ONE_WRONG ? 1 : 0;
  return phrase.length >= ONE_WRONG && editDistance(phrase, word, most) <= most;
};

/** Returns a text without what people write differently within a word: "No show", "no-show", "noshow". */
const joined = (text: string) => letters(text).replaceAll(/[\s-]/g, "");

/** Returns what names an operation or page, each as a whole: its title, its name, the words of its name and its keywords. */
const phrasesOf = ({ title = "", name, keywords = [] }: Sought & { title?: string }) =>
  [title, name, ...wordsOf(name), ...keywords].map(joined);

/** Returns the operations or pages of which a phrase has the name or a keyword with few wrong letters. */
export function nearMatches<Item extends Sought>(items: readonly Item[], text: string): Item[] {
  const phrase = joined(text);
  return items.filter((item) => phrasesOf(item).some((each) => isNear(phrase, each)));
}

/** What a text asks for that names an operation and somebody: "copay smith". */
export interface Command {
  offer: Offer;
  /** The words that name the patient. */
  who: string;
}

/**
 * Returns the operation at the beginning or end of a text, by one of its keywords or its title, and the rest as the patient's
 * name; null if the text is not of both. Few wrong letters in a keyword are forgiven where none is meant exactly.
 */
export function commandIn(offers: readonly Offer[], text: string): Command | null {
  const words = text.trim().split(/\s+/);
  const splits = Array.from({ length: words.length - 1 }, (_, index) => words.length - 1 - index).flatMap((count) => [
    { verb: words.slice(0, count), who: words.slice(count) },
    { verb: words.slice(-count), who: words.slice(0, -count) },
  ]);
  const read = (isVerb: (phrase: string, own: string) => boolean) => {
    for (const { verb, who } of splits) {
      const phrase = joined(verb.join(""));
      const offer = offers.find((each) => each.refusal === null && phrasesOf(each).some((own) => isVerb(phrase, own)));
      if (offer) return { offer, who: who.join(" ") };
    }
    return null;
  };
  return read((phrase, own) => phrase === own) ?? read(isNear);
}
