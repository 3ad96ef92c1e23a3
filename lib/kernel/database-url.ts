/** libpq's value for connections to the one server that takes writes. */
const READ_WRITE = "read-write";

const ATTRIBUTES = "target_session_attrs";
/** Never resolves (RFC 2606), so a program that ignores the parameters connects nowhere. */
const NOBODY = "several-hosts.invalid";
const DEFAULT_PORT = 5432;

/** The address of one PostgreSQL server; a host that begins with `/` is the folder of its socket. */
export interface DatabaseHost {
  host: string;
  port: number;
}

const hostIn = (text: string): { host: string; port: string } => {
  const [, host = "", port = String(DEFAULT_PORT)] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  return { host: decodeURIComponent(host.replace(/^\[(.+)\]$/, "$1")), port };
};

/**
 * Returns a database URL in which libpq's list of hosts (`h1:5432,h2:5432`) stands in the parameters `host` and `port`,
 * which libpq reads as well: a URL cannot hold two ports. Any other text is returned unchanged.
 */
export function withHostParameters(text: string): string {
  const [, scheme, user = "", hosts, rest = ""] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^@/?#]*,[^@/?#]*)([/?#].*)?$/.exec(text) ?? [];
  if (scheme === undefined || hosts === undefined) return text;
  const listed = hosts.split(",").map(hostIn);
  const url = URL.parse(`${scheme}${user}${NOBODY}${rest}`);
  if (!url || listed.some(({ host }) => host === "")) return text;
  url.searchParams.set("host", listed.map(({ host }) => host).join(","));
  url.searchParams.set("port", listed.map(({ port }) => port).join(","));
  return url.toString();
}

/** Returns what is wrong with the hosts of a database URL, for the operator; null if nothing is. */
export function hostsProblem(text: string): string | null {
  const { hosts, ports } = namedIn(new URL(text));
  if (hosts.length > 1 && hosts.includes("")) return "must name a host before and after each comma";
  if (ports.length > 1 && ports.length !== hosts.length) return "must name one port for each host, or one for all";
  return null;
}

/** Returns what keeps a database URL from naming the one server that takes writes, for the operator; null if nothing does. */
export function primaryProblem(text: string): string | null {
  const asked = new URL(text).searchParams.get(ATTRIBUTES);
  if (asked !== null && asked !== READ_WRITE)
    return `must have target_session_attrs=${READ_WRITE} or none: the product needs the server that takes writes`;
  if (hostsOf(text).length > 1 && asked === null)
    return `must have target_session_attrs=${READ_WRITE}, as it names several hosts`;
  return null;
}

/** Returns whether connections must reach the server that takes writes, which may be another one after a failover. */
export const needsWritable = (text: string): boolean => new URL(text).searchParams.get(ATTRIBUTES) === READ_WRITE;

/** Returns the hosts and ports that a URL lists, as it writes them. */
const namedIn = ({ searchParams, hostname, port }: URL) => ({
  hosts: (searchParams.get("host") ?? decodeURIComponent(hostname)).split(","),
  ports: (searchParams.get("port") ?? port).split(","),
});

/** Returns the servers that a database URL names; empty if it leaves that to the driver's defaults. */
export function hostsOf(text: string): DatabaseHost[] {
  const { hosts, ports } = namedIn(new URL(text));
  return hosts.filter(Boolean).map((host, index) => ({
    host: host.replace(/^\[(.+)\]$/, "$1"),
    port: Number((ports[index] ?? ports[0]) || DEFAULT_PORT),
  }));
}

/** Returns a database URL of one of its hosts alone. */
export function onHost(text: string, { host, port }: DatabaseHost): string {
  const url = new URL(text);
  url.searchParams.delete("host");
  url.searchParams.delete("port");
  url.hostname = host.includes(":") ? `[${host}]` : encodeURIComponent(host);
  url.port = String(port);
  return url.toString();
}

/** Returns one URL per host. None has a comma, so that a list of them can be separated by commas. */
export const urlPerHost = (text: string): string[] =>
  hostsOf(text).map((host) => onHost(text, host).replaceAll(",", "%2C"));
