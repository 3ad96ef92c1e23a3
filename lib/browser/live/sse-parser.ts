/** One message of a text/event-stream. */
export interface ServerSentMessage {
  event: string;
  data: string;
  /** The last id that the stream has named, this message's included; null before the first. */
  id: string | null;
}

/**
 * Reads a text/event-stream as it arrives, in pieces cut anywhere (HTML standard, section 9.2.6): lines end
 * with LF, CR or both, a message ends with an empty line, and a message without data is none.
 */
export class ServerSentEventParser {
  /** Milliseconds after which the server wants a lost connection to be opened again, where it said so. */
  retry: number | null = null;
  /** Where the stream stands: the id that whole messages have named last, one without data too; null before the first. */
  lastEventId: string | null;
  #id: string | null;
  #rest = "";
  #event = "";
  #data: string[] = [];

  constructor(lastEventId: string | null = null) {
    this.lastEventId = lastEventId;
    this.#id = lastEventId;
  }

  /** The messages that a further piece of text completes. */
  push(text: string): ServerSentMessage[] {
    const pending = this.#rest + text;
    // A CR at the very end may be half of a CR LF: it waits for what follows.
    const whole = pending.endsWith("\r") ? pending.length - 1 : pending.length;
    const lines = pending.slice(0, whole).split(/\r\n|\r|\n/);
    this.#rest = (lines.pop() ?? "") + pending.slice(whole);
    const messages: ServerSentMessage[] = [];
    for (const line of lines) {
      const message = this.#take(line);
      if (message) messages.push(message);
    }
    return messages;
  }

  #take(line: string): ServerSentMessage | null {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#event = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value === "" ? null : value;
    else if (field === "retry" && /^\d+$/.test(value)) this.retry = Number(value);
    return null;
  }

  #dispatch(): ServerSentMessage | null {
    const message =
      this.#data.length > 0 ? { event: this.#event || "message", data: this.#data.join("\n"), id: this.#id } : null;
    this.lastEventId = this.#id;
    this.#event = "";
    this.#data = [];
    return message;
  }
}
