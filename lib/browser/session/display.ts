const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** A choice about how this browser shows every page. The root layout reads its cookie, so that the first paint is right. */
export interface DisplayChoice<Value extends string> {
  cookie: string;
  /** Returns the value that a cookie or attribute names; the default for any other text. */
  read(text: string | undefined): Value;
  /** Returns the value of the root element's attribute: undefined for the default. */
  attribute(value: Value): Value | undefined;
  /** Returns the value of this page. */
  current(): Value;
  /** Applies a value at once and stores it for every page. */
  choose(value: Value): void;
}

/** Makes a choice that stands in a `data-` attribute of the root element. The first value is the default. */
function displayChoice<const Values extends readonly [string, ...string[]]>(
  name: string,
  values: Values,
): DisplayChoice<Values[number]> {
  const [standard] = values;
  const cookie = `crc.${name}`;
  const read = (text: string | undefined): Values[number] => values.find((value) => value === text) ?? standard;
  return {
    cookie,
    read,
    attribute: (value) => (value === standard ? undefined : value),
    current: () => read(document.documentElement.dataset[name]),
    choose(value) {
      if (value === standard) delete document.documentElement.dataset[name];
      else document.documentElement.dataset[name] = value;
      const life = value === standard ? 0 : YEAR_SECONDS;
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not available everywhere
      document.cookie = `${cookie}=${value}; path=/; max-age=${life}; samesite=lax`;
    },
  };
}

/** The colour theme; `system` follows the device. */
export const theme = displayChoice("theme", ["system", "light", "dark"]);

/** The height of table rows. */
export const density = displayChoice("density", ["comfortable", "compact"]);
