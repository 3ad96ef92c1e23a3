import { describe, expect, it } from "vitest";
import { ServerSentEventParser } from "./sse-parser.ts";

const STREAM =
  ': hello\nretry: 2000\n\nid: 7\nevent: job\ndata: {"job_id":1}\n\n: still here\n\nid: 8\nevent: event\ndata: a\ndata: b\n\n';

describe("ServerSentEventParser", () => {
  it("gives messages with their event, data and id, and no comments", () => {
    const parser = new ServerSentEventParser();
    expect(parser.push(STREAM)).toEqual([
      { event: "job", data: '{"job_id":1}', id: "7" },
      { event: "event", data: "a\nb", id: "8" },
    ]);
    expect(parser.retry).toBe(2000);
  });

  it.each(["\n", "\r\n", "\r"])("reads the same however the text is cut, with lines ended by %j", (ending) => {
    const text = STREAM.replaceAll("\n", ending);
    const whole = new ServerSentEventParser().push(`${text}:${ending}`);
    for (let size = 1; size < 12; size++) {
      const parser = new ServerSentEventParser();
      const messages = [];
      for (let at = 0; at < text.length; at += size) messages.push(...parser.push(text.slice(at, at + size)));
      messages.push(...parser.push(`:${ending}`));
      expect(messages).toEqual(whole);
      expect(messages).toHaveLength(2);
    }
  });

  it("holds back what is not finished", () => {
    const parser = new ServerSentEventParser();
    expect(parser.push("data: half")).toEqual([]);
    expect(parser.push("\n")).toEqual([]);
    expect(parser.push("\n")).toEqual([{ event: "message", data: "half", id: null }]);
  });

  it("keeps the last id for messages that have none", () => {
    const parser = new ServerSentEventParser("41");
    expect(parser.push("data: x\n\nid: 42\ndata: y\n\ndata: z\n\n").map(({ id }) => id)).toEqual(["41", "42", "42"]);
  });
});
