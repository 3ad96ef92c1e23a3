import { describe, expect, it } from "vitest";
import { CAPABILITIES, READING } from "#lib/emr/port/capability";
import type { EmrConnection, WriteOptions } from "#lib/emr/port/port";
import { EMR_WRITES } from "#lib/emr/port/writes";
import { newId } from "#lib/kernel/id";
import { recordedCalls } from "./recorded-calls.ts";
import type { ContractSubject } from "./subject.ts";

const never = new AbortController().signal;
const once = (idempotencyKey: string) => ({ idempotencyKey, signal: never });

/** The contract of every connector's writes. */
export function writeContract(subject: () => ContractSubject): void {
  describe.each(CAPABILITIES.map((capability) => ({ capability })))("writing $capability", ({ capability }) => {
    /** Opens a connection with the write of the capability; null if the EMR lacks it or the capability only reads. */
    function open() {
      const calls = recordedCalls();
      const emr: EmrConnection = subject().open(calls);
      const write = subject().writes[capability];
      const isSent = emr.passOn !== undefined || !READING.includes(capability);
      expect(write !== undefined).toBe(isSent && emr.capabilities.has(capability));
      return write ? { calls, emr, write: (key: string) => write(emr, once(key)) } : null;
    }

    it("is done once and returns the EMR's id, or is declared unsupported", async () => {
      const opened = open();
      if (!opened) return;
      const key = newId();
      expect(await opened.write(key)).toMatch(/\w/);
      expect(await subject().done([key])).toBe(1);
    });

    it("is done once under a key, however often and from however many places it is sent, if keys are honoured", async () => {
      const opened = open();
      if (opened?.emr.repeats !== "keyed") return;
      const key = newId();
      const ids = await Promise.all([opened, open(), open()].map((each) => each?.write(key)));
      expect(new Set(ids).size).toBe(1);
      expect(await subject().done([key])).toBe(1);
    });

    it("is settled by its key after its answer was cut, unless a person must decide", async () => {
      const opened = open();
      if (!opened) return;
      const [key, unsent] = [newId(), newId()];
      await subject().cutAnswers(true);
      try {
        await expect(opened.write(key)).rejects.toMatchObject({ kind: "passing", notDone: false });
      } finally {
        await subject().cutAnswers(false);
      }
      expect(await subject().done([key])).toBe(1);
      if (opened.emr.repeats === "never") return;
      // An operation that is passed on has no look-up: it is sent again.
      if (!opened.emr.passOn) {
        expect(await opened.emr.findWrite(key, never)).toMatch(/\w/);
        expect(await opened.emr.findWrite(unsent, never)).toBeNull();
      }
      if (opened.emr.repeats === "keyed") expect(await opened.write(key)).toMatch(/\w/);
      expect(await subject().done([key, unsent])).toBe(1);
    });

    it("is certainly not done if no call is left, and while the EMR is out", async () => {
      const opened = open();
      if (!opened) return;
      const key = newId();
      opened.calls.refuse = true;
      await expect(opened.write(key)).rejects.toMatchObject({ limited: true, notDone: true });
      opened.calls.refuse = false;
      await subject().outage(true);
      try {
        await expect(opened.write(key)).rejects.toMatchObject({ kind: "passing" });
      } finally {
        await subject().outage(false);
      }
      expect(await subject().done([key])).toBe(0);
    });
  });

  it("is passed on or written singly, never both", async () => {
    const emr = subject().open(recordedCalls());
    if (!emr.passOn) return;
    const key = newId();
    for (const name of EMR_WRITES) {
      const write = emr[name] as (...given: [unknown, WriteOptions]) => Promise<unknown>;
      await expect(write({}, once(key))).rejects.toMatchObject({ kind: "validation", notDone: true });
    }
    expect(await subject().done([key])).toBe(0);
  });

  it("is refused for good with a sentence, and nothing is done", async () => {
    const key = newId();
    const emr = subject().open(recordedCalls());
    await expect(subject().refused(emr, once(key))).rejects.toMatchObject({
      kind: "validation",
      notDone: true,
      message: expect.stringMatching(/\w/),
      // The caller of an operation that is passed on gets the EMR's own status (decisions §4).
      status: emr.passOn ? 400 : null,
    });
    expect(await subject().done([key])).toBe(0);
  });

  it("is refused over the EMR's limit as not done, with the time to wait, and the limit is learned", async () => {
    const calls = recordedCalls();
    const emr = subject().open(calls);
    const write = Object.values(subject().writes)[0];
    if (!write) throw new Error("The subject writes nothing");
    await subject().limit(1);
    try {
      await expect(write(emr, once(newId())).then(() => write(emr, once(newId())))).rejects.toMatchObject({
        limited: true,
        notDone: true,
        retryAfterMs: expect.any(Number),
      });
    } finally {
      await subject().limit(null);
    }
    expect(calls.learned.length).toBeGreaterThan(0);
  });
}
