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
  const started = clock();
  let shown = isTerminal ? Number.NEGATIVE_INFINITY : started;
  /** What was processed at some times of the window, the oldest first. */
  const samples: Sample[] = [];
  let last: ProgressCounts | undefined;

  function draw(counts: ProgressCounts): void {
    const [oldest] = samples;
    const text = describe(counts, oldest!.counts, (clock() - oldest!.at) / 1_000);
    if (!isTerminal) return void stderr.write(`${text}\n`);
    const bar = counts.fraction === undefined ? "" : `${drawBar(counts.fraction)} `;
    stderr.write(`\r${(bar + text).slice(0, (stderr.columns ?? 80) - 1)}\u001b[K`);
  }

  return {
    show(counts) {
      last = counts;
      const now = clock();
      if (samples.length === 0) samples.push({ at: started, counts });
      if (now - samples.at(-1)!.at >= sampleMilliseconds) samples.push({ at: now, counts });
      while (samples.length > 1 && samples[1]!.at <= now - windowMilliseconds) samples.shift();
      if (now - shown < pause) return;
      shown = now;
      draw(counts);
    },
    end() {
      if (!isTerminal || !last) return;
      draw(last);
      stderr.write("\n");
    },
  };
}

function drawBar(fraction: number): string {
  const filled = Math.round(Math.min(fraction, 1) * barWidth);
  const percent = Math.floor(Math.min(fraction, 1) * 100);
  return `[${"#".repeat(filled)}${"-".repeat(barWidth - filled)}] ${String(percent).padStart(3)}%`;
}

/** Formats progress such as `1,200 rows, 3 failed, 85/s, 2 m 10 s left`. The rate is that since `first`. */
function describe({ rows, failed, fraction }: ProgressCounts, first: ProgressCounts, seconds: number): string {
  const speed = seconds > 0 ? (rows - first.rows) / seconds : 0;
  const processed = (fraction ?? 0) - (first.fraction ?? 0);
  const left =
    fraction !== undefined && processed > 0 && fraction < 1 ? ((1 - fraction) * seconds) / processed : undefined;
  return [
    `${rows.toLocaleString("en")} rows`,
    ...(failed > 0 ? [`${failed.toLocaleString("en")} failed`] : []),
    ...(speed > 0 ? [`${speed < 10 ? speed.toFixed(1) : Math.round(speed)}/s`] : []),
    ...(left === undefined ? [] : [`${duration(left)} left`]),
  ].join(", ");
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} m ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} m`;
}
