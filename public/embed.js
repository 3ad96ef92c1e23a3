/*! Clinical Records: shows a view of the console in a partner's page. Types: embed.d.ts. No dependency, no cookie, no storage. */
(() => {
  /** Version of the messages: messages of another version are ignored. */
  const PROTOCOL = 1;
  /** Where this script came from: the console. */
  const SOURCE = document.currentScript?.src;
  const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-downloads allow-modals";
  /** The view that links an EMR opens the EMR's own sign-in in a window, which needs all that a window may do. */
  const LINKING = `${SANDBOX} allow-popups allow-popups-to-escape-sandbox`;
  const LEAST_HEIGHT = 120;
  const MOST_HEIGHT = 900;
  /** Time without a message after which the frame counts as refused: the page's origin is not registered, or the console is unreachable. */
  const SILENCE_MS = 20_000;
  const LONGEST_PAUSE_MS = 60_000;

  const isAnswer = (answer) => Boolean(answer && typeof answer.token === "string" && typeof answer.url === "string");

  function mount(element, options, sandbox = SANDBOX) {
    if (!(element instanceof Element)) throw new TypeError("mount: the first argument must be an element");
    if (typeof options?.fetchToken !== "function") throw new TypeError("mount: fetchToken must be a function");
    let given = { ...options };
    let frame = null;
    let origin = null;
    let sessionId = null;
    /** The height that the view last requested, in pixels. */
    let wanted = null;
    /** The first session, kept until the frame's first message. */
    let first = null;
    let round = 0;
    let destroyed = false;
    let timer;
    /** The directive of this page's own policy that has kept the frame away. */
    let ownPolicy = null;

    const tell = (name, detail) => {
      try {
        given.onEvent?.({ name, detail });
      } catch (error) {
        // An error of the page's handler must not stop the view.
        setTimeout(() => {
          throw error;
        });
      }
    };
    const send = (message) => frame?.contentWindow?.postMessage({ crc: PROTOCOL, ...message }, origin);
    const sendLook = () => send({ type: "look", theme: given.theme, locale: given.locale });

    async function ask() {
      const answer = await given.fetchToken({ view: given.view, sessionId });
      if (!isAnswer(answer)) throw new Error("fetchToken must resolve to the whole answer of POST /v1/embed/sessions");
      return answer;
    }
    const sendToken = (answer) => {
      sessionId = answer.session_id;
      send({ type: "token", session_id: answer.session_id, token: answer.token });
    };
    const noToken = (error) => tell("error", { code: "no_token", message: String(error?.message ?? error) });

    async function renew() {
      const mine = round;
      try {
        const answer = await ask();
        if (mine !== round) return;
        if (new URL(answer.url).origin !== origin) throw new Error("fetchToken answered for another console");
        sendToken(answer);
      } catch (error) {
        if (mine !== round) return;
        send({ type: "token_failed" });
        noToken(error);
      }
    }

    function show(answer) {
      const url = new URL(answer.url);
      origin = url.origin;
      first = answer;
      frame = document.createElement("iframe");
      frame.setAttribute("sandbox", sandbox);
      frame.referrerPolicy = "no-referrer";
      frame.title = given.title ?? "Clinical records";
      frame.style.cssText = `display:block;width:100%;border:0;height:${LEAST_HEIGHT}px`;
      frame.src = url.href;
      element.append(frame);
      timer = setTimeout(notLoaded, SILENCE_MS);
    }

    /** Tells why the frame said nothing. A browser tells a page little of a frame of another origin, so the causes are tried. */
    async function notLoaded() {
      const mine = round;
      const cause = ownPolicy
        ? `this page's Content-Security-Policy does not allow ${origin} in ${ownPolicy}`
        : await causeOf();
      if (mine === round) tell("error", { code: "not_loaded", message: `The view could not be loaded: ${cause}` });
    }

    async function causeOf() {
      if (globalThis.origin === "null")
        return "this page has no origin of its own, as its own frame has a sandbox without allow-same-origin";
      try {
        await fetch(`${origin}/embed.js`, { mode: "no-cors", cache: "no-store", credentials: "omit" });
      } catch {
        return ownPolicy
          ? `${origin} does not answer, or this page's Content-Security-Policy does not allow it in ${ownPolicy}`
          : `${origin} does not answer`;
      }
      const around = [...(location.ancestorOrigins ?? [])].filter((each) => each !== location.origin);
      return `is this page's origin, ${[location.origin, ...around].join(" and that of the page around it, ")}, registered, and the session made for it?`;
    }

    function policed({ blockedURI, effectiveDirective }) {
      if (!origin || !blockedURI.startsWith(origin)) return;
      ownPolicy = effectiveDirective;
      if (!/^(frame|child|default)-src$/.test(effectiveDirective) || !timer) return;
      clearTimeout(timer);
      timer = 0;
      notLoaded();
    }

    async function start(pause = 2_000) {
      const mine = round;
      try {
        const answer = await ask();
        if (mine === round) show(answer);
      } catch (error) {
        if (mine !== round) return;
        noToken(error);
        timer = setTimeout(() => start(Math.min(2 * pause, LONGEST_PAUSE_MS)), pause);
      }
    }

    function hello() {
      clearTimeout(timer);
      sendLook();
      if (!first) return void renew();
      sendToken(first);
      first = null;
    }

    function hear(event) {
      if (!frame || event.source !== frame.contentWindow || event.origin !== origin) return;
      const message = event.data;
      if (!message || message.crc !== PROTOCOL) return;
      if (message.type === "hello") hello();
      else if (message.type === "token_wanted") renew();
      else if (message.type === "event") tell(message.name, message.detail);
      else if (message.type === "size" && Number.isFinite(message.height)) {
        wanted = message.height;
        resize();
      }
    }

    /** Sets the height that the view requests, within the page's limit. */
    function resize() {
      if (!frame || wanted === null) return;
      const height = Math.min(Math.max(wanted, LEAST_HEIGHT), given.maxHeight ?? MOST_HEIGHT);
      frame.style.height = `${height}px`;
    }

    /** On paper the view is one sentence, which says how it is printed. */
    function shrink() {
      if (frame) frame.style.height = `${LEAST_HEIGHT}px`;
    }

    function clear() {
      round++;
      clearTimeout(timer);
      frame?.remove();
      frame = first = sessionId = wanted = ownPolicy = null;
    }

    addEventListener("message", hear);
    addEventListener("securitypolicyviolation", policed);
    addEventListener("beforeprint", shrink);
    addEventListener("afterprint", resize);
    start();
    return {
      update(changes) {
        if (destroyed) return;
        const other = "view" in changes && changes.view !== given.view;
        given = { ...given, ...changes };
        if (other) {
          clear();
          start();
        } else {
          if ("theme" in changes || "locale" in changes) sendLook();
          resize();
        }
      },
      destroy() {
        destroyed = true;
        removeEventListener("message", hear);
        removeEventListener("securitypolicyviolation", policed);
        removeEventListener("beforeprint", shrink);
        removeEventListener("afterprint", resize);
        clear();
      },
    };
  }

  /** Shows the view that links an EMR over this page, until it is linked or left. */
  function link(options) {
    const { token, onSuccess, onExit, onEvent, ...look } = options ?? {};
    const id = /^link_([0-9a-f]{32})_/.exec(token)?.[1];
    if (!id) throw new TypeError("link: token must be the link_token of POST /v1/link-tokens");
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", look.title ?? "Link your EMR");
    dialog.style.cssText = "width:min(44rem,94vw);max-height:94vh;padding:0;border:0;border-radius:8px";
    document.body.append(dialog);
    dialog.showModal();
    const answer = { session_id: id, token, url: new URL(`/embed/${id}`, SOURCE).href };
    let over = false;
    let linked = false;
    const close = () => {
      if (over) return false;
      over = true;
      view.destroy();
      dialog.remove();
      return true;
    };
    const leave = () => {
      if (close() && !linked) onExit?.();
    };
    const hear = (event) => {
      onEvent?.(event);
      if (event.name === "linked" && !over && !linked) {
        linked = true;
        onSuccess?.(event.detail.public_token, event.detail);
      }
      if (event.name === "done") close();
      if (event.name === "exit") leave();
    };
    // The view scrolls within its frame, where the keyboard reaches it, and the dialog around it never does.
    const maxHeight = Math.floor(0.94 * innerHeight);
    const shown = { title: "Link your EMR", maxHeight, ...look, fetchToken: async () => answer, onEvent: hear };
    const view = mount(dialog, shown, LINKING);
    dialog.addEventListener("cancel", leave);
    return { close: () => void close() };
  }

  globalThis.ClinicalRecords = Object.freeze({
    mount: (element, options) => mount(element, options),
    link,
    protocol: PROTOCOL,
  });
})();
