import type { ReactNode } from "react";

/** One time interval of the chart. */
export interface TimePart {
  key: string;
  /** The tooltip's text. */
  words: string;
  /** The count above the line. */
  above: number;
  /** The count below the line: failures. */
  below: number;
  /** Minimum and maximum duration in milliseconds, which may be equal; null for none. */
  span: readonly [number, number] | null;
}

/** Heights in the chart's units. */
const ABOVE = 40;
const BELOW = 14;
const SPANS = 28;
const BAR = 0.7;
const GAP = (1 - BAR) / 2;
/** Minimum height of a non-zero count, so that it stays visible. */
const MIN_BAR = 1.5;

const scaled = (count: number, most: number, height: number) =>
  count === 0 ? 0 : Math.max(MIN_BAR, (count / most) * height);

function Drawing({
  parts,
  height,
  line,
  className,
  children,
}: {
  parts: readonly TimePart[];
  height: number;
  /** Position and classes of the base line. */
  line: { at: number; className: string };
  className: string;
  children: ReactNode;
}) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${parts.length} ${height}`}
      preserveAspectRatio="none"
      className={`w-full ${className}`}
    >
      {parts.map(({ key, words }, index) => (
        <rect key={key} x={index} y={0} width={1} height={height} className="fill-transparent hover:fill-hover/60">
          <title>{words}</title>
        </rect>
      ))}
      <g className="pointer-events-none">
        {children}
        <line
          x1={0}
          x2={parts.length}
          y1={line.at}
          y2={line.at}
          vectorEffect="non-scaling-stroke"
          className={line.className}
        />
      </g>
    </svg>
  );
}

/**
 * Charts successes above a line and failures below it, per interval. Hidden from screen readers: show the figures in a
 * table as well.
 */
export function CountBars({ parts }: { parts: readonly TimePart[] }) {
  const most = Math.max(1, ...parts.map(({ above }) => above));
  const mostBelow = Math.max(1, ...parts.map(({ below }) => below));
  // Both share a scale, unless the failures would not fit below the line.
  const belowMost = Math.max(mostBelow, (most * BELOW) / ABOVE);
  return (
    <Drawing
      parts={parts}
      height={ABOVE + BELOW}
      line={{ at: ABOVE, className: "stroke-line-strong" }}
      className="h-18"
    >
      {parts.map(({ key, above, below }, index) => {
        const [up, down] = [scaled(above, most, ABOVE), scaled(below, belowMost, BELOW)];
        return (
          <g key={key}>
            <rect x={index + GAP} y={ABOVE - up} width={BAR} height={up} className="fill-accent" />
            <rect x={index + GAP} y={ABOVE} width={BAR} height={down} className="fill-danger" />
          </g>
        );
      })}
    </Drawing>
  );
}

/** Charts the range of durations per interval on a logarithmic scale that starts at `fastestMs`. */
export function DurationSpans({ parts, fastestMs }: { parts: readonly TimePart[]; fastestMs: number }) {
  const longest = Math.max(fastestMs * 10, ...parts.map(({ span }) => span?.[1] ?? 0));
  const y = (ms: number) =>
    SPANS - 2 - (Math.log10(Math.max(fastestMs, ms) / fastestMs) / Math.log10(longest / fastestMs)) * (SPANS - 4);
  return (
    <Drawing parts={parts} height={SPANS} line={{ at: SPANS, className: "stroke-line" }} className="h-10">
      {parts.map(({ key, span }, index) =>
        span ? (
          <rect
            key={key}
            x={index + GAP}
            y={y(span[1]) - 1}
            width={BAR}
            height={y(span[0]) - y(span[1]) + 2}
            className="fill-info"
          />
        ) : null,
      )}
    </Drawing>
  );
}
