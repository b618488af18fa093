import type { Io } from "../io.ts";

/** The progress of a run. */
export interface ProgressCounts {
  rows: number;
  failed: number;
  /** The processed fraction of the file; undefined if its size is unknown. */
  fraction: number | undefined;
}

/** Shows progress on stderr: a bar on a terminal, otherwise a line every ten seconds. */
export interface Progress {
  show(counts: ProgressCounts): void;
  end(): void;
}

const barWidth = 24;

/** The rate is that of the last seconds. */
const windowMilliseconds = 10_000;

/** The shortest time between two samples of the window. */
const sampleMilliseconds = 250;

interface Sample {
  at: number;
  counts: ProgressCounts;
}

export function createProgress({ stderr, env }: Io, clock = () => performance.now()): Progress {
  const isTerminal = stderr.isTTY === true && env.TERM !== "dumb";
  const pause = isTerminal ? 100 : 10_000;
  let shown = isTerminal ? Number.NEGATIVE_INFINITY : clock();
  let hasDrawn = false;
  /** What was processed at some times of the window, the oldest first. */
  const samples: Sample[] = [];
  /** The first row of the run. The time before it does not count, because it includes the rows of an earlier run. */
  let first: Sample | undefined;
  let last: Sample | undefined;

  function draw({ counts }: Sample, text: string): void {
    hasDrawn = true;
    if (!isTerminal) return void stderr.write(`${text}\n`);
    const bar = counts.fraction === undefined ? "" : `${drawBar(counts.fraction)} `;
    stderr.write(`\r${(bar + text).slice(0, (stderr.columns ?? 80) - 1)}\u001b[K`);
  }

  return {
    show(counts) {
      const now = clock();
      last = { at: now, counts };
      first ??= last;
      if (samples.length === 0 || now - samples.at(-1)!.at >= sampleMilliseconds) samples.push(last);
      while (samples.length > 1 && samples[1]!.at <= now - windowMilliseconds) samples.shift();
      if (now - shown < pause) return;
      shown = now;
      draw(last, describe(last, samples[0]!));
    },
    end() {
      // Without a terminal, a short run writes nothing.
      if (!first || !last || !(isTerminal || hasDrawn)) return;
      draw(last, describeRun(last, first));
      if (isTerminal) stderr.write("\n");
    },
  };
}

function drawBar(fraction: number): string {
  const filled = Math.round(Math.min(fraction, 1) * barWidth);
  const percent = Math.floor(Math.min(fraction, 1) * 100);
  return `[${"#".repeat(filled)}${"-".repeat(barWidth - filled)}] ${String(percent).padStart(3)}%`;
}

/** Formats progress such as `1,200 rows, 3 failed, 85/s, 2 m 10 s left`. The rate is that since `first`. */
function describe({ at, counts }: Sample, first: Sample): string {
  const { fraction } = counts;
  const processed = (fraction ?? 0) - (first.counts.fraction ?? 0);
  const seconds = (at - first.at) / 1_000;
  const left =
    fraction !== undefined && processed > 0 && fraction < 1 ? ((1 - fraction) * seconds) / processed : undefined;
  return [
    ...describeRows(counts, rateSince(first, at, counts)),
    ...(left === undefined ? [] : [`${duration(left)} left`]),
  ].join(", ");
}

/** Formats the whole run, such as `1,200 rows, 3 failed, 85/s, 15 s`. */
function describeRun({ at, counts }: Sample, first: Sample): string {
  const seconds = (at - first.at) / 1_000;
  return [...describeRows(counts, rateSince(first, at, counts)), duration(seconds)].join(", ");
}

const rateSince = (first: Sample, at: number, { rows }: ProgressCounts) =>
  at > first.at ? ((rows - first.counts.rows) * 1_000) / (at - first.at) : 0;

function describeRows({ rows, failed }: ProgressCounts, rate: number): string[] {
  return [
    `${rows.toLocaleString("en")} rows`,
    ...(failed > 0 ? [`${failed.toLocaleString("en")} failed`] : []),
    ...(rate > 0 ? [`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`] : []),
  ];
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} m ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} m`;
}
