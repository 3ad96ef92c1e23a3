import { describe, expect, it } from "vitest";
import { LOOPBACK, parseBlocks } from "./addresses.ts";
import { checkTarget, refusalOfAddress, type TargetPolicy } from "./target.ts";

const strict: TargetPolicy = { privateBlocks: [] };
const demo: TargetPolicy = { privateBlocks: LOOPBACK };
const inside: TargetPolicy = { privateBlocks: parseBlocks("WEBHOOK_PRIVATE_TARGETS", ["10.1.0.0/16", "fd12::/16"]) };

describe("literal addresses", () => {
  it.each([
    ["loopback", "127.0.0.1"],
    ["all of loopback", "127.9.9.9"],
    ["loopback as one number", "2130706433"],
    ["loopback in hex", "0x7f000001"],
    ["loopback in octal", "0177.0.0.1"],
    ["abbreviated loopback", "127.1"],
    ["loopback with a trailing dot", "127.0.0.1."],
    ["loopback in full-width digits", "１２７.0.0.1"],
    ["this network", "0.0.0.0"],
    ["private 10", "10.0.0.1"],
    ["private 172.16", "172.16.5.4"],
    ["the end of private 172.16", "172.31.255.255"],
    ["private 192.168", "192.168.1.1"],
    ["carrier-grade NAT", "100.64.0.1"],
    ["link-local", "169.254.0.1"],
    ["cloud metadata", "169.254.169.254"],
    ["metadata in carrier-grade NAT", "100.100.100.200"],
    ["metadata on a public number", "168.63.129.16"],
    ["protocol assignments", "192.0.0.192"],
    ["documentation", "192.0.2.1"],
    ["benchmarking", "198.18.0.1"],
    ["multicast", "224.0.0.1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["IPv6 loopback", "[::1]"],
    ["IPv6 unspecified", "[::]"],
    ["IPv4-mapped loopback", "[::ffff:127.0.0.1]"],
    ["IPv4-mapped private, in hex", "[::ffff:a00:1]"],
    ["IPv4-compatible", "[::127.0.0.1]"],
    ["IPv4-translated", "[::ffff:0:127.0.0.1]"],
    ["NAT64 of loopback", "[64:ff9b::127.0.0.1]"],
    ["NAT64 of metadata", "[64:ff9b::a9fe:a9fe]"],
    ["local NAT64", "[64:ff9b:1::8.8.8.8]"],
    ["6to4 of private", "[2002:a00:1::1]"],
    ["Teredo", "[2001:0:4136:e378:8000:63bf:3fff:fdd2]"],
    ["unique-local", "[fd00::1]"],
    ["unique-local metadata", "[fd00:ec2::254]"],
    ["IPv6 link-local", "[fe80::1]"],
    ["IPv6 site-local", "[fec0::1]"],
    ["IPv6 multicast", "[ff02::1]"],
    ["IPv6 documentation", "[2001:db8::1]"],
    ["IPv6 discard", "[100::1]"],
    ["a name of this machine", "localhost"],
    ["a name below localhost", "hooks.localhost"],
  ])("refuses %s", (_what, host) => {
    expect(checkTarget(`https://${host}/hook`, strict)).toMatch(/private, loopback/);
  });

  it.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "[2606:4700::1111]", "[64:ff9b::8.8.8.8]", "[::ffff:8.8.8.8]"])(
    "allows public %s over https only",
    (host) => {
      expect(checkTarget(`https://${host}/hook`, strict)).toBeNull();
      expect(checkTarget(`http://${host}/hook`, demo)).toBe("must be https");
    },
  );

  it("allows a configured private block, without TLS as well", () => {
    expect(checkTarget("http://10.1.2.3:8080/hook", inside)).toBeNull();
    expect(checkTarget("https://[fd12::7]/hook", inside)).toBeNull();
    expect(checkTarget("http://[::ffff:10.1.2.3]/hook", inside)).toBeNull();
    expect(checkTarget("http://10.2.0.1/hook", inside)).toMatch(/private/);
  });

  it.each(["[fe80::1%25eth0]", "[fe80::1%eth0]", "[::1%lo]", "0x7f.0.0.0.1", "127.0.0.1.1", "256.0.0.1"])(
    "refuses %s, which no URL can name",
    (host) => {
      expect(checkTarget(`https://${host}/hook`, demo)).toBe("must be an https URL");
    },
  );

  it.each(["[2002:808:808::1]", "[2001:0:808:808::1]", "[::8.8.8.8]", "[64:ff9b:1::8.8.8.8]"])(
    "refuses %s, which leads through a tunnel although its end is public",
    (host) => {
      expect(checkTarget(`https://${host}/hook`, strict)).toMatch(/private, loopback/);
    },
  );

  it("allows loopback in demo mode", () => {
    for (const host of ["127.0.0.1:9", "[::1]:9", "localhost:9"]) {
      expect(checkTarget(`http://${host}/hook`, demo)).toBeNull();
    }
    expect(checkTarget("http://192.168.1.1/", demo)).toMatch(/private/);
  });
});

describe("names and other URLs", () => {
  it("allows a name until it is dialled", () => {
    expect(checkTarget("https://hooks.example.com/x", strict)).toBeNull();
    expect(checkTarget("http://hooks.example.com/x", inside)).toBeNull();
    expect(checkTarget("http://hooks.example.com/x", strict)).toBe("must be https");
  });

  it.each(["ftp://example.com/", "file:///etc/passwd", "not a url", ""])("refuses %s", (url) => {
    expect(checkTarget(url, demo)).toBe("must be an https URL");
  });

  it("refuses a user name and password", () => {
    expect(checkTarget("https://me:secret@example.com/", strict)).toBe("must not carry a user name or password");
  });
});

it("reports an invalid block", () => {
  expect(() => parseBlocks("WEBHOOK_PRIVATE_TARGETS", ["10.0.0.0/33"])).toThrow(
    "WEBHOOK_PRIVATE_TARGETS 10.0.0.0/33 is not a CIDR block",
  );
});

it("refuses text that is not an address", () => {
  expect(refusalOfAddress("example.com", "https:", strict)).toMatch(/private/);
});
