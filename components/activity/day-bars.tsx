import type { HourOfJobs } from "./day-stats.ts";

/** Heights in the units of the drawing: all jobs stand above the line, the failed among them hang below it. */
const ABOVE = 40;
const BELOW = 14;
const BAR = 0.7;
const GAP = (1 - BAR) / 2;
/** What happened at all is seen. */
const LEAST = 1.5;

const FASTEST_MS = 100;
const DURATIONS = 24;

interface BarsProps {
  hours: readonly HourOfJobs[];
  /** What is said of an hour that is pointed at. */
  wordsOf: (hour: HourOfJobs) => string;
}

const scaled = (count: number, most: number, height: number) =>
  count === 0 ? 0 : Math.max(LEAST, (count / most) * height);

/** Each hour's words, for whoever points at it. */
function Pointed({ hours, wordsOf, height }: BarsProps & { height: number }) {
  return hours.map((hour, index) => (
    <rect key={hour.at} x={index} y={0} width={1} height={height} className="fill-transparent hover:fill-hover/60">
      <title>{wordsOf(hour)}</title>
    </rect>
  ));
}

/** Jobs per hour above a line, failures below it. Drawn for the eye: the figures stand in a table beside it. */
export function VolumeBars({ hours, wordsOf }: BarsProps) {
  const most = Math.max(1, ...hours.map(({ jobs }) => jobs));
  const mostFailed = Math.max(1, ...hours.map(({ failed }) => failed));
  // One scale for both, unless failures would not fit below the line.
  const belowMost = Math.max(mostFailed, (most * BELOW) / ABOVE);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${hours.length} ${ABOVE + BELOW}`}
      preserveAspectRatio="none"
      className="h-18 w-full"
    >
      <Pointed hours={hours} wordsOf={wordsOf} height={ABOVE + BELOW} />
      <g className="pointer-events-none">
        {hours.map(({ at, jobs, failed }, index) => (
          <g key={at}>
            <rect
              x={index + GAP}
              y={ABOVE - scaled(jobs, most, ABOVE)}
              width={BAR}
              height={scaled(jobs, most, ABOVE)}
              className="fill-accent"
            />
            <rect
              x={index + GAP}
              y={ABOVE}
              width={BAR}
              height={scaled(failed, belowMost, BELOW)}
              className="fill-danger"
            />
          </g>
        ))}
        <line
          x1={0}
          x2={hours.length}
          y1={ABOVE}
          y2={ABOVE}
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
        />
      </g>
    </svg>
  );
}

/** How long 95 % of an hour's jobs took at most, as a mark per hour: each step up is some ten times longer. */
export function DurationMarks({ hours, wordsOf }: BarsProps) {
  const longest = Math.max(FASTEST_MS * 10, ...hours.map(({ withinMs }) => withinMs ?? 0));
  const height = (ms: number) =>
    (Math.log10(Math.max(FASTEST_MS, ms) / FASTEST_MS) / Math.log10(longest / FASTEST_MS)) * (DURATIONS - 4);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${hours.length} ${DURATIONS}`}
      preserveAspectRatio="none"
      className="h-8 w-full"
    >
      <Pointed hours={hours} wordsOf={wordsOf} height={DURATIONS} />
      <g className="pointer-events-none">
        {hours.map(({ at, withinMs }, index) => {
          if (withinMs === null) return null;
          const y = DURATIONS - 2 - height(withinMs);
          return (
            <line
              key={at}
              x1={index + GAP}
              x2={index + 1 - GAP}
              y1={y}
              y2={y}
              strokeWidth={3}
              vectorEffect="non-scaling-stroke"
              className="stroke-info"
            />
          );
        })}
        <line
          x1={0}
          x2={hours.length}
          y1={DURATIONS}
          y2={DURATIONS}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
      </g>
    </svg>
  );
}
