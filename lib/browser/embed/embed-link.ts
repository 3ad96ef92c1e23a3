import { EMBED_PROTOCOL, type FromFrame, type FromPage, readFromPage } from "./embed-messages.ts";

export interface EmbedLink {
  send(message: FromFrame): void;
  /** Subscribes to the page's messages. Returns the unsubscribe function. */
  listen(onMessage: (message: FromPage) => void): () => void;
}

/**
 * Opens the message channel to the page that embeds this frame. Messages go only to the parent window, and only while
 * it shows a page of the session's origin: the browser drops them otherwise. Messages from other windows or origins are
 * ignored.
 */
export function openEmbedLink(origin: string): EmbedLink {
  const page = window.parent;
  return {
    send: (message) => page.postMessage({ crc: EMBED_PROTOCOL, ...message }, origin),
    listen(onMessage) {
      const take = (event: MessageEvent) => {
        if (event.source !== page || event.origin !== origin) return;
        const message = readFromPage(event.data);
        if (message) onMessage(message);
      };
      window.addEventListener("message", take);
      return () => window.removeEventListener("message", take);
    },
  };
}
