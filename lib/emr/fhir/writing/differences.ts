import { AUTHORIZATION_SYSTEM, EXTENSION_NAMES } from "#lib/emr/fhir/referral-fields";
import { isRecord, objectsOf } from "#lib/emr/fhir/untrusted";

/** The elements that hold what a request asks for, in words; all others are ours or the server's own. */
const ASKED: Readonly<Record<string, string>> = {
  status: "status",
  priority: "priority",
  code: "code",
  subject: "patient",
  for: "patient",
  requester: "provider",
  recipient: "recipient",
  owner: "assignee",
  performerType: "specialty",
  locationReference: "location",
  location: "location",
  reasonCode: "reason",
  occurrencePeriod: "dates",
  restriction: "dates",
  quantityQuantity: "number of visits",
  note: "note",
  topic: "subject",
  description: "description",
  appointmentType: "visit type",
  start: "time",
  end: "time",
  participant: "participants",
  comment: "note",
  name: "name",
  gender: "gender",
  birthDate: "birth date",
  telecom: "contact data",
  address: "address",
  communication: "language",
  contact: "emergency contact",
  beneficiary: "patient",
  payor: "payer",
  subscriberId: "member number",
  class: "group number",
  order: "priority",
  relationship: "relationship",
  subscriber: "subscriber",
  payload: "text",
  content: "text",
  input: "further fields",
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T/;

const inForm = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Returns whether two texts say the same: but for white space, the form of a moment, and a day with a time added. */
function isSameText(sent: string, kept: string): boolean {
  if (inForm(sent) === inForm(kept)) return true;
  if (DAY.test(sent)) return kept.startsWith(`${sent}T`);
  return MOMENT.test(sent) && MOMENT.test(kept) && Date.parse(sent) === Date.parse(kept);
}

/** Members whose form belongs to the server, by their name. */
const SAME_MEMBER: Readonly<Record<string, (sent: unknown, kept: unknown) => boolean>> = {
  // A server may name its own base URL, and a version.
  reference: (sent, kept) =>
    typeof kept === "string" && `/${kept}`.split("/_history/")[0]?.endsWith(`/${sent}`) === true,
  display: () => true,
  contentType: (sent, kept) => String(sent).split(";")[0] === String(kept).split(";")[0],
};

/** A Reference that names by words alone: they are what it says. */
const isNameAlone = (sent: Record<string, unknown>): boolean => Object.keys(sent).join() === "display";

/** Returns whether what is kept contains what was sent; what a server adds is no difference. */
function contains(kept: unknown, sent: unknown): boolean {
  if (Array.isArray(sent))
    return Array.isArray(kept) && sent.every((each) => kept.some((held) => contains(held, each)));
  if (isRecord(sent) && isNameAlone(sent)) return isRecord(kept) && contains(kept.display, sent.display);
  if (isRecord(sent))
    return isRecord(kept) && Object.entries(sent).every(([name, value]) => hasMember(kept, name, value));
  if (typeof sent === "string") return typeof kept === "string" && isSameText(sent, kept);
  return sent === undefined || sent === kept;
}

function hasMember(kept: Record<string, unknown>, name: string, value: unknown): boolean {
  // The content of an attachment is moved to an address.
  if (name === "data" && kept.data === undefined && kept.url !== undefined) return true;
  return (SAME_MEMBER[name] ?? ((sent, held) => contains(held, sent)))(value, kept[name]);
}

/** Returns what differs in words: "another note", or "no note" for one that is missing. */
const said = (words: string, kept: unknown): string => (kept === undefined ? `no ${words}` : `another ${words}`);

/** A place of a resource that holds one field: what was sent, and what is kept. */
interface Place {
  words: string;
  sent: unknown;
  kept: unknown;
}

function placesOf(sent: object, kept: object): Place[] {
  const held = new Map(Object.entries(kept));
  const elements = Object.entries(sent).flatMap(([name, value]) => {
    const words = Object.hasOwn(ASKED, name) ? ASKED[name] : undefined;
    return words === undefined ? [] : [{ words, sent: value, kept: held.get(name) }];
  });
  const listed = (name: string, key: string, value: unknown) =>
    objectsOf(held.get(name)).find((each) => each[key] === value);
  const own = new Map(Object.entries(sent));
  const extensions = objectsOf(own.get("extension")).flatMap((extension) => {
    const words = EXTENSION_NAMES.get(String(extension.url));
    return words === undefined ? [] : [{ words, sent: extension, kept: listed("extension", "url", extension.url) }];
  });
  const authorization = objectsOf(own.get("identifier"))
    .filter(({ system }) => system === AUTHORIZATION_SYSTEM)
    .map(({ system, value }) => ({
      words: "prior authorization code",
      sent: { value },
      kept: listed("identifier", "system", system),
    }));
  return [...elements, ...extensions, ...authorization];
}

/** Returns in words, without values, what a server keeps otherwise than it was sent; none if it keeps all that was asked. */
export const differences = (sent: object, kept: object): string[] => [
  ...new Set(
    placesOf(sent, kept)
      .filter((place) => !contains(place.kept, place.sent))
      .map((place) => said(place.words, place.kept)),
  ),
];
