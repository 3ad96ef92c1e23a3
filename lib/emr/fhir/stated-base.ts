import { isRecord, objectsOf, type Untrusted } from "./untrusted.ts";

const SELF = /^(https?:\/\/[^?#\s]+)\/([A-Z][A-Za-z]+)(?:\/_search)?\/?(?:[?#]|$)/;

/**
 * Returns the base URL by which a server names itself, without a slash at the end: that of the `self` link of a search of this
 * type. A server behind a gateway may know its inner address alone. Null if the search does not tell it.
 */
export function statedBase(bundle: Untrusted, searched: string): string | null {
  const self = objectsOf(bundle.link).find(({ relation }) => relation === "self")?.url;
  const [, base = null, type] = SELF.exec(typeof self === "string" ? self : "") ?? [];
  return type === searched ? base : null;
}

/** Elements whose `url` is an address on the server; that of others, such as of an extension, is a name. */
const WITH_ADDRESS = /^link$|attachment$/i;

/** Returns whether a member of an element, itself a member named `within`, is an address on the server. */
const isAddress = (name: string, within: string): boolean =>
  name === "reference" || name === "fullUrl" || (name === "url" && WITH_ADDRESS.test(within));

/**
 * Changes a resource or Bundle in place: in links, references and attachments, replaces the base URL that the server states by the
 * base URL at which it is reached. Other addresses stay, because they may belong to another server.
 */
export function reachAt(node: Untrusted, bases: { stated: string; reached: string }, within = ""): void {
  const { stated, reached } = bases;
  for (const [name, value] of Object.entries(node)) {
    if (Array.isArray(value)) for (const each of value.filter(isRecord)) reachAt(each, bases, name);
    else if (isRecord(value)) reachAt(value, bases, name);
    else if (typeof value === "string" && isAddress(name, within) && value.startsWith(stated)) {
      const rest = value.slice(stated.length);
      if (rest === "" || /^[/?]/.test(rest)) node[name] = reached + rest;
    }
  }
}
