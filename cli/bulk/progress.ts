import type { Io } from "../io.ts";

/** How far a run is. */
export interface Done {
  rows: number;
  failed: number;
  /** Of the whole; undefined: nobody knows how much there is. */
  fraction: number | undefined;
}

/** Shows on stderr how far a run is: a bar on a terminal, a line now and then elsewhere. */
export interface Progress {
  show(done: Done): void;
  end(): void;
}

const barWidth = 24;

export function createProgress({ stderr, env }: Io, clock = () => performance.now()): Progress {
  const isTerminal = stderr.isTTY === true && env.TERM !== "dumb";
  const pause = isTerminal ? 100 : 10_000;
  const started = clock();
  let shown = isTerminal ? Number.NEGATIVE_INFINITY : started;
  let first: Done | undefined;
  let last: Done | undefined;

  function draw(done: Done): void {
    const seconds = (clock() - started) / 1_000;
    const text = describe(done, first!, seconds);
    if (!isTerminal) return void stderr.write(`${text}\n`);
    const bar = done.fraction === undefined ? "" : `${drawBar(done.fraction)} `;
    stderr.write(`\r${(bar + text).slice(0, (stderr.columns ?? 80) - 1)}\u001b[K`);
  }

  return {
    show(done) {
      first ??= done;
      last = done;
      if (clock() - shown < pause) return;
      shown = clock();
      draw(done);
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

/** As `1,200 rows, 3 failed, 85/s, 2 m 10 s left`, by what was done since the beginning of this run. */
function describe({ rows, failed, fraction }: Done, first: Done, seconds: number): string {
  const speed = seconds > 0 ? (rows - first.rows) / seconds : 0;
  const covered = (fraction ?? 0) - (first.fraction ?? 0);
  const left = fraction !== undefined && covered > 0 && fraction < 1 ? ((1 - fraction) * seconds) / covered : undefined;
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
