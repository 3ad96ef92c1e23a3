import { expect, it } from "vitest";
import { EmrUnanswered } from "#lib/egress/emr-client";
import { callEmr } from "./call-emr.ts";

const call = (kind: EmrUnanswered["kind"], method: "GET" | "POST") =>
  callEmr(
    { client: () => Promise.reject(new EmrUnanswered(kind, "No answer", true)), calls: null, messageOf: () => "" },
    "https://emr.example/records",
    { method },
  );

it.each([
  ["too_large", "GET", "validation"],
  ["too_large", "POST", "passing"],
  ["refused", "GET", "validation"],
  ["timed_out", "GET", "passing"],
  ["failed", "POST", "passing"],
] as const)("counts an answer that ended as %s, to a %s, as %s", async (kind, method, as) => {
  await expect(call(kind, method)).rejects.toMatchObject({ kind: as, notDone: false });
});
