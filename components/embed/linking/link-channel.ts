import type { LinkTokenModel } from "#lib/administration/link-tokens/model";
import { type EmbedLink, openEmbedLink } from "#lib/browser/embed/embed-link";

/** What the partner's page gets of an EMR that is linked. */
export interface Linked {
  public_token: string;
  linked_account_id: string;
}

/** How the view ends, for the partner's page. */
export type LinkEnd = { name: "linked"; detail: Linked } | { name: "exit" };

/** The message channel between the view and the partner's page. */
export interface LinkChannel {
  /** The frame's way to its page; null of a page of its own. */
  frame: EmbedLink | null;
  /** The token that came with the page's address; null in a frame, which is given it by a message. */
  token: string | null;
  /** Id of the sign-in at an EMR from which a page of its own has come back; null otherwise. */
  signedIn: string | null;
  /** Tells the page around a frame at once that the EMR is linked. A page of its own takes it along at its end. */
  tell(detail: Linked): void;
  /** Ends the view: the page around a frame takes it away, and a page of its own goes to the partner's. */
  end(link: LinkTokenModel, how: LinkEnd): void;
}

/** Opens the way to the page around a frame. Its messages go to that one origin alone. */
export function framed(origin: string): LinkChannel {
  // Opened by its address it is refused, and the token stays no longer in that.
  if (window.location.hash !== "") takeToken();
  const frame = openEmbedLink(origin);
  return {
    frame,
    token: null,
    signedIn: null,
    tell: (detail) => frame.send({ type: "event", name: "linked", detail }),
    end: (_link, how) => frame.send({ type: "event", name: how.name === "exit" ? "exit" : "done", detail: {} }),
  };
}

/** Returns the partner's address with how the link ended. The public token is of no use without the client's secret. */
export function addressAfter(redirectUrl: string, how: LinkEnd): string {
  const url = new URL(redirectUrl);
  url.searchParams.set("link", how.name === "exit" ? "exit" : "linked");
  if (how.name === "linked") url.searchParams.set("public_token", how.detail.public_token);
  return url.href;
}

/** Takes the token from the page's fragment, and out of the address and the browser's history, as what stands beside it. */
function takeToken(): string {
  const token = window.location.hash.slice(1);
  window.history.replaceState(window.history.state, "", window.location.pathname);
  return token;
}

/** Opens the way of a page of its own, whose token came with its address. */
export function alone(): LinkChannel {
  const signedIn = new URLSearchParams(window.location.search).get("signed_in");
  return {
    frame: null,
    signedIn,
    token: takeToken(),
    tell: () => undefined,
    end: ({ redirect_url }, how) => {
      if (redirect_url !== null) window.location.replace(addressAfter(redirect_url, how));
    },
  };
}
