/**
 * Draws figures as an SVG: panels with two axes and the same series in each. The SVG needs no style sheet and supports dark
 * mode.
 */

export interface Axis {
  /** With its unit. */
  label: string;
  /** Whether the axis is logarithmic; otherwise it begins at 0. */
  log: boolean;
}

export interface Point {
  x: number;
  y: number;
  /** Drawn as a bar through the point. */
  min: number;
  max: number;
}

export interface Panel {
  x: Axis;
  y: Axis;
  /** The points of each series, in the order of the plot's names. */
  series: Point[][];
}

export interface Plot {
  title: string;
  names: string[];
  panels: Panel[];
  /** The number of panels per row. */
  columns: number;
}

const size = { width: 380, height: 290 };
const head = 64;
const margin = { left: 70, right: 18, top: 12, bottom: 52 };
const inner = { width: size.width - margin.left - margin.right, height: size.height - margin.top - margin.bottom };

const style = `
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 16px; font-weight: 600; }
  .paper { fill: #ffffff; }
  .grid { stroke: #d8dee4; }
  .axis { stroke: #57606a; }
  .series { fill: none; stroke-width: 2; }
  .mark { stroke: none; }
  .s0 { --ink: #0b5cad; } .s1 { --ink: #b3450a; } .s2 { --ink: #1a7f37; } .s3 { --ink: #8250df; }
  .series, .bar { stroke: var(--ink); }
  .mark { fill: var(--ink); }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .paper { fill: #0d1117; }
    .grid { stroke: #30363d; }
    .axis { stroke: #8b949e; }
    .s0 { --ink: #6cb6ff; } .s1 { --ink: #f69d50; } .s2 { --ink: #57c26b; } .s3 { --ink: #c297ff; }
  }
`;

/** Draws a plot without the points outside of an axis, such as 0 on a logarithmic axis. */
export function renderPlot({ title, names, panels, columns }: Plot): string {
  const width = size.width * Math.min(columns, panels.length);
  const height = head + size.height * Math.ceil(panels.length / columns);
  const drawn = panels.map((panel, at) => {
    const place = `${(at % columns) * size.width} ${head + Math.floor(at / columns) * size.height}`;
    return `<g transform="translate(${place})">\n${renderPanel(panel)}\n</g>`;
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escapeXml(title)}</title>`,
    `<style>${style}</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    `<text class="title" x="16" y="26">${escapeXml(title)}</text>`,
    renderLegend(names),
    ...drawn,
    "</svg>",
  ].join("\n")}\n`;
}

function renderLegend(names: string[]): string {
  let x = 20;
  const entries = names.map((name, at) => {
    const entry = `<g class="s${at}">${renderMark(at, x, 46)}</g><text x="${x + 11}" y="50">${escapeXml(name)}</text>`;
    // Estimates the width of the text.
    x += 38 + name.length * 7;
    return entry;
  });
  return entries.join("\n");
}

function renderPanel({ x, y, series }: Panel): string {
  const points = series.flat();
  const xScale = scaleOf(
    x,
    points.map((point) => point.x),
    margin.left,
    margin.left + inner.width,
  );
  const bottom = margin.top + inner.height;
  const yScale = scaleOf(
    y,
    points.flatMap(({ y: at, min, max }) => [at, min, max]),
    bottom,
    margin.top,
  );
  const right = margin.left + inner.width;
  const rows = yScale.ticks.map((tick) => {
    const at = round(yScale.position(tick));
    return (
      `<line class="grid" x1="${margin.left}" x2="${right}" y1="${at}" y2="${at}"/>` +
      `<text x="${margin.left - 7}" y="${at + 4}" text-anchor="end">${nameTick(tick)}</text>`
    );
  });
  const columns = xScale.ticks.map((tick) => {
    const at = round(xScale.position(tick));
    return (
      `<line class="axis" x1="${at}" x2="${at}" y1="${bottom}" y2="${bottom + 4}"/>` +
      `<text x="${at}" y="${bottom + 18}" text-anchor="middle">${nameTick(tick)}</text>`
    );
  });
  const label = (axis: Axis) => escapeXml(`${axis.label}${axis.log ? " (log)" : ""}`);
  return [
    ...rows,
    ...columns,
    `<line class="axis" x1="${margin.left}" x2="${right}" y1="${bottom}" y2="${bottom}"/>`,
    `<text x="${margin.left + inner.width / 2}" y="${bottom + 38}" text-anchor="middle">${label(x)}</text>`,
    `<text transform="translate(18 ${margin.top + inner.height / 2}) rotate(-90)" text-anchor="middle">${label(y)}</text>`,
    ...series.map((of, at) => renderSeries(of, at, xScale, yScale)),
  ].join("\n");
}

function renderSeries(points: Point[], at: number, across: Scale, up: Scale): string {
  const places = points
    .filter(({ x, y }) => across.contains(x) && up.contains(y))
    .map(({ x, y, min, max }) => ({
      x: round(across.position(x)),
      y: round(up.position(y)),
      least: round(up.position(up.contains(min) ? min : y)),
      most: round(up.position(max)),
    }));
  const line = places.map(({ x, y }) => `${x},${y}`).join(" ");
  const marks = places.map(
    ({ x, y, least, most }) =>
      `<line class="bar" x1="${x}" x2="${x}" y1="${least}" y2="${most}"/>${renderMark(at, x, y)}`,
  );
  return `<g class="s${at}">\n<polyline class="series" points="${line}"/>\n${marks.join("\n")}\n</g>`;
}

/** A shape for each series, so that series differ in more than colour. */
function renderMark(series: number, x: number, y: number): string {
  if (series === 0) return `<circle class="mark" cx="${x}" cy="${y}" r="4.5"/>`;
  const corners = [[], [-4, -4, 4, -4, 4, 4, -4, 4], [0, -5.5, 5.5, 4.5, -5.5, 4.5], [0, -6, 6, 0, 0, 6, -6, 0]][
    series % 4
  ]!;
  const points = corners.map((offset, at) => round((at % 2 === 0 ? x : y) + offset)).join(" ");
  return `<polygon class="mark" points="${points}"/>`;
}

interface Scale {
  position(value: number): number;
  contains(value: number): boolean;
  ticks: number[];
}

/** The positions of values between two edges of a panel, and the labelled values. */
export function scaleOf({ log }: Axis, values: number[], from: number, to: number): Scale {
  if (!log) {
    const ticks = linearTicks(Math.max(...values, 0));
    const most = ticks.at(-1)!;
    return { position: (value) => from + ((to - from) * value) / most, contains: () => true, ticks };
  }
  const held = values.filter((value) => value > 0);
  const ticks = logTicks(Math.min(...held), Math.max(...held));
  const [least, most] = [Math.log(Math.min(...held, ticks[0]!)), Math.log(Math.max(...held, ticks.at(-1)!))];
  return {
    position: (value) => from + ((to - from) * (Math.log(value) - least)) / (most - least || 1),
    contains: (value) => value > 0,
    ticks,
  };
}

/** Round numbers from 0 up to the greatest value or the next round number. */
function linearTicks(greatest: number): number[] {
  if (greatest === 0) return [0, 1];
  const rough = greatest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999)!;
  return Array.from({ length: Math.ceil(greatest / step - 1e-9) + 1 }, (_, at) => at * step);
}

/** The powers of ten around all values; for at most two decades, also their multiples by 2 and 5. */
function logTicks(least: number, greatest: number): number[] {
  const first = Math.floor(Math.log10(least) + 1e-9);
  const last = Math.ceil(Math.log10(greatest) - 1e-9);
  const factors = last - first <= 2 ? [1, 2, 5] : [1];
  const all = Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at)).flatMap((power) =>
    factors.map((factor) => factor * power),
  );
  const below = all.findLastIndex((tick) => tick <= least * 1.000001);
  const above = all.findIndex((tick) => tick >= greatest * 0.999999);
  return all.slice(Math.max(0, below), above + 1);
}

/** Formats 1,500 as 1.5 k. */
function nameTick(value: number): string {
  const [divisor, sign] = value >= 1e6 ? [1e6, " M"] : value >= 1e3 ? [1e3, " k"] : [1, ""];
  return `${Number((value / divisor).toPrecision(6))}${sign}`;
}

const round = (value: number) => Math.round(value * 10) / 10;
const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
