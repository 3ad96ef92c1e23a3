import { expect, it } from "vitest";
import { refuseBody } from "./refuse-body.ts";

const ADDRESS = "http://127.0.0.1:3000/api/auth/callback/credentials";

const post = (body: string | null, type: string) =>
  new Request(ADDRESS, { method: "POST", body, headers: type ? { "content-type": type } : {} });

it.each([
  ["email=a", "application/x-www-form-urlencoded; charset=UTF-8"],
  ['{"email":"a"}', "application/json"],
])("leaves the body %s whole", async (body, type) => {
  const request = post(body, type);
  expect(await refuseBody(request)).toBeNull();
  expect(await request.text()).toBe(body);
});

it.each(["{", "[]", "null", "7", '{"password":hunter2}', ""])(
  "refuses the JSON %s without quoting it",
  async (body) => {
    const refusal = await refuseBody(post(body, "application/json"));
    expect([refusal?.status, await refusal?.json()]).toEqual([
      400,
      { success: false, message: "The body must be a JSON object" },
    ]);
  },
);

it.each(["text/plain", "multipart/form-data; boundary=x"])("refuses the type %s", async (type) => {
  expect((await refuseBody(post("email=a", type)))?.status).toBe(415);
});

it("refuses a POST without a body, and takes a GET", async () => {
  expect((await refuseBody(new Request(ADDRESS, { method: "POST" })))?.status).toBe(415);
  expect(await refuseBody(new Request(ADDRESS))).toBeNull();
});

it.each(["application/x-www-form-urlencoded", "application/json"])(
  "refuses a compressed body of the type %s",
  async (type) => {
    const headers = { "content-type": type, "content-encoding": "gzip" };
    const refusal = await refuseBody(new Request(ADDRESS, { method: "POST", body: "x", headers }));
    expect([refusal?.status, refusal?.headers.get("accept-encoding")]).toEqual([415, "identity"]);
    expect(await refusal?.json()).toMatchObject({ message: expect.stringContaining("Content-Encoding") });
  },
);
