import type { MenuGroup } from "#lib/definitions/operation";
import type { Offer } from "./use-offers.ts";

/** An entry of a menu: one operation, or several of one kind. */
export interface OfferEntry {
  id: string;
  /** Null for a single operation. */
  group: MenuGroup | null;
  offers: readonly [Offer, ...Offer[]];
}

/** What only reads stands last: nobody comes to a desk for it. */
const LAST: MenuGroup = "refresh";

/**
 * Returns the entries of a menu for the operations that can be started: each group where its first operation is, and one
 * of which a single operation is left as that operation.
 */
export function offerEntries(offers: readonly Offer[]): OfferEntry[] {
  const entries = new Map<string, [Offer, ...Offer[]]>();
  for (const offer of offers) {
    if (offer.refusal !== null) continue;
    const key = offer.menuGroup ?? offer.id;
    const before = entries.get(key);
    if (before) before.push(offer);
    else entries.set(key, [offer]);
  }
  const all = [...entries].map(([id, members]): OfferEntry => {
    const [only] = members;
    return members.length === 1
      ? { id: only.id, group: null, offers: members }
      : { id, group: only.menuGroup ?? null, offers: members };
  });
  const isLast = ({ group }: OfferEntry) => group === LAST;
  return [...all.filter((entry) => !isLast(entry)), ...all.filter(isLast)];
}

/** Operations that cannot be started, for one reason. */
export interface Refused {
  reason: string;
  titles: string[];
}

/** Returns the operations that cannot be started, under each reason once. */
export function refusedOffers(offers: readonly Offer[]): Refused[] {
  const reasons = new Map<string, string[]>();
  for (const { refusal, title } of offers) {
    if (refusal !== null) reasons.set(refusal, [...(reasons.get(refusal) ?? []), title]);
  }
  return [...reasons].map(([reason, titles]) => ({ reason, titles }));
}
