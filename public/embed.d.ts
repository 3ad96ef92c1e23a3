/** Types of embed.js: `<script src="https://records.example/embed.js"></script>` defines `ClinicalRecords`. */
declare namespace ClinicalRecords {
  type View = "jobs" | "job" | "appointments" | "providers" | "documents" | "operation" | "webhooks" | "booking";

  /** The complete response of POST /v1/embed/sessions, as the partner's back end received it. */
  interface Session {
    session_id: string;
    token: string;
    /** ISO 8601. */
    expires_at: string;
    url: string;
  }

  /** Values of the console's theme variables; others are ignored. */
  interface Theme {
    scheme?: "light" | "dark" | "system";
    /** Such as `{ accent: "#0a7a4f", "radius-md": "2px", "font-text": "Lato, sans-serif" }`. */
    variables?: Partial<Record<ThemeVariable, string>>;
  }

  type ThemeVariable =
    | "canvas"
    | "surface"
    | "raised"
    | "sunken"
    | "hover"
    | "line"
    | "line-strong"
    | "fg"
    | "muted"
    | "faint"
    | "accent"
    | "accent-strong"
    | "accent-on"
    | "accent-soft"
    | "accent-text"
    | "radius-sm"
    | "radius-md"
    | "radius-lg"
    | "font-text";

  /**
   * An event of the view. Job events include jobs of other users that the view may see: compare the id with the accepted
   * job. Events contain no patient.
   */
  type ViewEvent =
    | { name: "ready"; detail: { view: View | "link" } }
    | { name: "linked"; detail: { public_token: string; linked_account_id: string } }
    | { name: "done" | "exit"; detail: Record<string, never> }
    | { name: "job.accepted"; detail: { job_id: number } }
    | { name: "job.completed" | "job.failed"; detail: { job_id: number; event_type: string } }
    | {
        name: "error";
        detail: {
          /**
           * `revoked`: the session or its origin was revoked, and the view has closed. `refused`: the console accepted no
           * token. `no_token`: fetchToken failed and will be called again. `not_loaded`: the frame did not load.
           */
          code: "revoked" | "refused" | "no_token" | "not_loaded";
          message: string;
        };
      };

  interface Look {
    theme?: Theme;
    /** BCP 47 tag for the format of dates and numbers. Texts are English. */
    locale?: string;
    /** Height in pixels above which the view scrolls by itself. Default 900. */
    maxHeight?: number;
  }

  interface Options extends Look {
    /**
     * Requests a session from the partner's back end: at the start, and again before a token expires. `sessionId` is
     * the id of the last session, null at the start.
     */
    fetchToken(asked: { view: string | undefined; sessionId: string | null }): Promise<Session>;
    /** Passed to fetchToken, for a page that shows several views. */
    view?: string;
    onEvent?(event: ViewEvent): void;
    /** Name of the frame for screen readers. */
    title?: string;
  }

  interface Mounted {
    /** Changes the look or `onEvent` at once, and keeps typed text; another `view` starts over with a new session. */
    update(changes: Partial<Pick<Options, "theme" | "locale" | "maxHeight" | "view" | "onEvent">>): void;
    destroy(): void;
  }

  interface LinkOptions extends Look {
    /** `link_token` of POST /v1/link-tokens, made with this page's origin. */
    token: string;
    /**
     * The EMR is linked: send the public token to your back end, which exchanges it within 15 minutes. The view stays until
     * its receipt was seen.
     */
    onSuccess(publicToken: string, detail: { public_token: string; linked_account_id: string }): void;
    /** The view was left, and nothing was linked. */
    onExit?(): void;
    onEvent?(event: ViewEvent): void;
    /** Name of the frame for screen readers. */
    title?: string;
  }

  /** Shows the view that links an EMR over this page. `close` removes it. Throws a TypeError without a token. */
  function link(options: LinkOptions): { close(): void };

  /** Version of the messages between page and frame. */
  const protocol: number;

  /** Shows a view in an element of this page. Throws a TypeError without an element or without fetchToken. */
  function mount(element: Element, options: Options): Mounted;
}
