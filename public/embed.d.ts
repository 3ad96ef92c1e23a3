/** Types of embed.js: `<script src="https://records.example/embed.js"></script>` gives `ClinicalRecords`. */
declare namespace ClinicalRecords {
  type View = "jobs" | "job" | "appointments" | "providers" | "documents" | "operation";

  /** The whole answer of POST /v1/embed/sessions, as the partner's back end got it. */
  interface Session {
    session_id: string;
    token: string;
    /** ISO 8601. */
    expires_at: string;
    url: string;
  }

  /** Values of the console's own variables, and nothing else. */
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
   * What happened in the view, and of jobs all that it may hear of, others' too: compare with the job that was accepted.
   * It names no patient.
   */
  type ViewEvent =
    | { name: "ready"; detail: { view: View } }
    | { name: "job.accepted"; detail: { job_id: number } }
    | { name: "job.completed" | "job.failed"; detail: { job_id: number; event_type: string } }
    | {
        name: "error";
        detail: {
          /**
           * `revoked`: the session or its origin was taken back, and the view has closed. `refused`: the console took no
           * token. `no_token`: fetchToken failed; it is asked again. `not_loaded`: nothing came of the frame.
           */
          code: "revoked" | "refused" | "no_token" | "not_loaded";
          message: string;
        };
      };

  interface Look {
    theme?: Theme;
    /** BCP 47: how dates and numbers are entered. The words are English. */
    locale?: string;
    /** Pixels; beyond them the view scrolls by itself. 900 unless given. */
    maxHeight?: number;
  }

  interface Options extends Look {
    /**
     * Asks the partner's back end for a session: at the start, and again before a token ends. `sessionId` is the last
     * one's, null at the start.
     */
    fetchToken(asked: { view: string | undefined; sessionId: string | null }): Promise<Session>;
    /** Handed to fetchToken, for a page that shows several. */
    view?: string;
    onEvent?(event: ViewEvent): void;
    /** What screen readers call the frame. */
    title?: string;
  }

  interface Mounted {
    /** Changes the look at once; another `view` begins anew with a session of its own. */
    update(changes: Partial<Pick<Options, "theme" | "locale" | "maxHeight" | "view">>): void;
    destroy(): void;
  }

  /** Of the messages between page and frame. */
  const protocol: number;

  /** Shows a view in an element of this page. Throws a TypeError for what is no element or lacks fetchToken. */
  function mount(element: Element, options: Options): Mounted;
}
