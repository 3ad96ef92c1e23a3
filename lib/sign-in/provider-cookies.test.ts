import { afterEach, expect, it } from "vitest";
import { forgetSingleton } from "#lib/kernel/singleton";
import { endedProviderCookies, providerCookies } from "./provider-cookies.ts";

function reachedAt(address: string) {
  process.env.PUBLIC_URL = address;
  forgetSingleton("environment");
}
afterEach(() => reachedAt(""));

it("are valid only for this host, and require TLS if the console is reached over https", () => {
  reachedAt("https://records.example");
  for (const { name, options } of Object.values(providerCookies())) {
    expect(name).toMatch(/^__Host-crc\.sign-in\./);
    expect(options).toMatchObject({ httpOnly: true, sameSite: "lax", path: "/", secure: true });
  }
  expect(endedProviderCookies()).toContain(
    "__Host-crc.sign-in.state=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  );
});

it("expire within ten minutes, and can be deleted by their names", () => {
  reachedAt("http://127.0.0.1:3000");
  const { state, nonce, pkceCodeVerifier } = providerCookies();
  for (const { options } of [state, nonce, pkceCodeVerifier])
    expect(options).toMatchObject({ maxAge: 600, secure: false });
  const names = endedProviderCookies().map((each) => each.split("=")[0]);
  expect(names.sort()).toEqual(
    Object.values(providerCookies())
      .map(({ name }) => name)
      .sort(),
  );
});
