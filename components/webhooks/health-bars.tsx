import type { WebhookHealthModel } from "#lib/models/webhook-health";

type Part = WebhookHealthModel["parts"][number];

/** Heights in the units of the drawing: what was taken stands above the line, what was not hangs below it. */
const ABOVE = 40;
const BELOW = 14;
const BAR = 0.7;
const GAP = (1 - BAR) / 2;
/** What happened at all is seen. */
const LEAST = 1.5;

const FASTEST_MS = 10;
const LATENCIES = 28;

interface BarsProps {
  parts: readonly Part[];
  /** What is said of a part that is pointed at. */
  wordsOf: (part: Part) => string;
}

const scaled = (count: number, most: number, height: number) =>
  count === 0 ? 0 : Math.max(LEAST, (count / most) * height);

/** Each part's words, for whoever points at it. */
function Pointed({ parts, wordsOf, height }: BarsProps & { height: number }) {
  return parts.map((part, index) => (
    <rect key={part.start} x={index} y={0} width={1} height={height} className="fill-transparent hover:fill-hover/60">
      <title>{wordsOf(part)}</title>
    </rect>
  ));
}

/** Attempts that were taken above a line, failed ones below it. Drawn for the eye: the figures stand in a table. */
export function AttemptBars({ parts, wordsOf }: BarsProps) {
  const most = Math.max(1, ...parts.map(({ succeeded }) => succeeded));
  const mostFailed = Math.max(1, ...parts.map(({ attempts, succeeded }) => attempts - succeeded));
  // One scale for both, unless failures would not fit below the line.
  const belowMost = Math.max(mostFailed, (most * BELOW) / ABOVE);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${parts.length} ${ABOVE + BELOW}`}
      preserveAspectRatio="none"
      className="h-18 w-full"
    >
      <Pointed parts={parts} wordsOf={wordsOf} height={ABOVE + BELOW} />
      <g className="pointer-events-none">
        {parts.map(({ start, attempts, succeeded }, index) => {
          const [up, down] = [scaled(succeeded, most, ABOVE), scaled(attempts - succeeded, belowMost, BELOW)];
          return (
            <g key={start}>
              <rect x={index + GAP} y={ABOVE - up} width={BAR} height={up} className="fill-accent" />
              <rect x={index + GAP} y={ABOVE} width={BAR} height={down} className="fill-danger" />
            </g>
          );
        })}
        <line
          x1={0}
          x2={parts.length}
          y1={ABOVE}
          y2={ABOVE}
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
        />
      </g>
    </svg>
  );
}

/** From half of a part's attempts to 95 % of them: a span per part; each step up is some ten times longer. */
export function LatencySpans({ parts, wordsOf }: BarsProps) {
  const longest = Math.max(FASTEST_MS * 10, ...parts.map((part) => part.duration_ms_p95 ?? 0));
  const y = (ms: number) =>
    LATENCIES -
    2 -
    (Math.log10(Math.max(FASTEST_MS, ms) / FASTEST_MS) / Math.log10(longest / FASTEST_MS)) * (LATENCIES - 4);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${parts.length} ${LATENCIES}`}
      preserveAspectRatio="none"
      className="h-10 w-full"
    >
      <Pointed parts={parts} wordsOf={wordsOf} height={LATENCIES} />
      <g className="pointer-events-none">
        {parts.map(({ start, duration_ms_median: half, duration_ms_p95: most }, index) =>
          half === null || most === null ? null : (
            <rect
              key={start}
              x={index + GAP}
              y={y(most) - 1}
              width={BAR}
              height={y(half) - y(most) + 2}
              className="fill-info"
            />
          ),
        )}
        <line
          x1={0}
          x2={parts.length}
          y1={LATENCIES}
          y2={LATENCIES}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
      </g>
    </svg>
  );
}
