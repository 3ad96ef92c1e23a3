import { expect, it, test } from "vitest";
import { hostsOf, needsWritable, onHost, withHostParameters } from "./database-url.ts";
import { readEnvironment } from "./environment.ts";

const TWO = "postgres://owner:p%40ss@h1:5433,h2/records?target_session_attrs=read-write";

const given = (url: string) => readEnvironment({ DATABASE_URL: url }).DATABASE_URL ?? "";

it("reads libpq's list of hosts, each with its port", () => {
  const url = given(TWO);
  expect(hostsOf(url)).toEqual([
    { host: "h1", port: 5433 },
    { host: "h2", port: 5432 },
  ]);
  expect(needsWritable(url)).toBe(true);
  expect(new URL(url)).toMatchObject({ username: "owner", password: "p%40ss", pathname: "/records" });
  expect(given(url)).toBe(url);
});

test.each([
  ["postgres://[::1]:1,[fe80::2]/x?target_session_attrs=read-write", ["::1", 1], ["fe80::2", 5432]],
  ["postgres://%2Ftmp%2Fa:7,%2Ftmp%2Fb/x?target_session_attrs=read-write", ["/tmp/a", 7], ["/tmp/b", 5432]],
  ["postgres://h/x?host=h1,h2&port=7&target_session_attrs=read-write", ["h1", 7], ["h2", 7]],
])("reads the hosts of %s", (text, ...expected) => {
  expect(hostsOf(given(text))).toEqual(expected.map(([host, port]) => ({ host, port })));
});

it("keeps a URL of one host", () => {
  const url = "postgres://owner:secret@db.example:5432/records?sslmode=verify-full";
  expect(withHostParameters(url)).toBe(url);
  expect(needsWritable(url)).toBe(false);
  expect(hostsOf(url)).toEqual([{ host: "db.example", port: 5432 }]);
});

it("keeps commas of a password", () => {
  expect(hostsOf(given("postgres://owner:a,b@db.example/records"))).toEqual([{ host: "db.example", port: 5432 }]);
});

it("names one of several hosts", () => {
  const one = onHost(given(TWO), { host: "h2", port: 5432 });
  expect(hostsOf(one)).toEqual([{ host: "h2", port: 5432 }]);
  expect(needsWritable(one)).toBe(true);
});

test.each([
  ["postgres://replica.example/crc", ["postgres://replica.example:5432/crc"]],
  [
    "postgresql://a:b@one:5433,two,[::1],%2Ftmp%2Fsockets:5432/crc?sslmode=require",
    [
      "postgresql://a:b@one:5433/crc?sslmode=require",
      "postgresql://a:b@two:5432/crc?sslmode=require",
      "postgresql://a:b@[::1]:5432/crc?sslmode=require",
      "postgresql://a:b@%2Ftmp%2Fsockets:5432/crc?sslmode=require",
    ],
  ],
  ["postgres://a,b@h/crc?host=h1,h2&port=7", ["postgres://a%2Cb@h1:7/crc", "postgres://a%2Cb@h2:7/crc"]],
])("reads one URL per replica in %s", (url, urls) => {
  const replicas = readEnvironment({ DATABASE_READ_URL: url }).DATABASE_READ_URL;
  expect(replicas).toEqual(urls);
  expect(replicas?.flatMap((each) => hostsOf(each))).toEqual(hostsOf(withHostParameters(url)));
});

const NO_URL = /^\w+ must be a postgres:\/\/ URL$/;

test.each([
  ["postgres://h1,h2/x", /several hosts/],
  ["postgres://h1,h2/x?target_session_attrs=any", /the server that takes writes/],
  ["postgres://h1/x?target_session_attrs=standby", /the server that takes writes/],
  ["postgres://h1:1,,h2:2/x?target_session_attrs=read-write", NO_URL],
  ["postgres://h1,,h2/x?target_session_attrs=read-write", /a host before and after each comma$/],
  ["postgres://h1:1,h2:x/x?target_session_attrs=read-write", NO_URL],
  ["postgres://h/x?host=a,b,c&port=1,2&target_session_attrs=read-write", /one port for each host/],
])("refuses %s", (url, problem) => {
  expect(() => given(url)).toThrow(problem);
});

test.each([
  ["postgres://replica", /must name a database$/],
  ["postgres:///crc", /must name a host$/],
  ["postgres://replica:port/crc", NO_URL],
  ["postgres://one,,two/crc", /a host before and after each comma$/],
])("refuses %s for replicas", (url, problem) => {
  expect(() => readEnvironment({ DATABASE_READ_URL: url })).toThrow(problem);
});
