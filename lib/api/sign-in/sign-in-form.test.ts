import { expect, it } from "vitest";
import { withForm } from "./sign-in-form.ts";

const ADDRESS = "http://127.0.0.1:3000/api/auth/callback/credentials?callbackUrl=x";

const post = (body: string | null, type?: string) =>
  withForm(new Request(ADDRESS, { method: "POST", body, headers: type ? { "content-type": type } : {} }));

it.each([
  ["a form", "email=a%40b.example&password=x+y", "application/x-www-form-urlencoded; charset=UTF-8"],
  ["a JSON object", '{"email":"a@b.example","password":"x y"}', "application/json"],
])("hands %s on as a form", async (_what, body, type) => {
  const request = await post(body, type);
  expect(Object.fromEntries(await request.formData())).toEqual({ email: "a@b.example", password: "x y" });
  expect(request.nextUrl.searchParams.get("callbackUrl")).toBe("x");
});

it.each([
  ["none", null, undefined],
  ["none of JSON", "", "application/json"],
])("takes a body of %s for an empty form", async (_what, body, type) => {
  expect(await (await post(body, type)).text()).toBe("");
});

it.each([
  ["{", 400, "The body is not valid JSON"],
  ["[]", 400, "The body must be a JSON object"],
  ["null", 400, "The body must be a JSON object"],
  ["7", 400, "The body must be a JSON object"],
  ['{"csrfToken":{}}', 400, "csrfToken must be text"],
  ['{"email":["a"]}', 400, "email must be text"],
])("refuses the JSON %s", async (body, status, message) => {
  await expect(post(body, "application/json")).rejects.toMatchObject({ status, message });
});

it.each(["text/plain", "multipart/form-data; boundary=x", undefined])("refuses a body of the type %s", async (type) => {
  await expect(post("email=a", type)).rejects.toMatchObject({ status: 415 });
});

it("leaves a request without a body as it is", async () => {
  const request = await withForm(new Request(ADDRESS));
  expect([request.method, request.nextUrl.pathname]).toEqual(["GET", "/api/auth/callback/credentials"]);
});
