import { EMBED_PROTOCOL, type FromFrame, type FromPage, readFromPage } from "./embed-messages.ts";

export interface EmbedLink {
  send(message: FromFrame): void;
  /** Gives the function that ends it. */
  listen(onMessage: (message: FromPage) => void): () => void;
}

/**
 * The line to the page that shows this frame. It speaks to the window around it alone, and only while a page of the
 * session's own origin stands there: the browser drops what is sent to another, and what comes from elsewhere is left.
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
