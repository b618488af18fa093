import { existsSync } from "node:fs";

/** First Chromium without a window, whose tabs take little more than half of the processor. */
const usualPlaces = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of Chromium: that of `CHROMIUM`, else the first usual place that has one; undefined if there is none. */
export function findChromium(): string | undefined {
  const places = process.env.CHROMIUM ? [process.env.CHROMIUM] : usualPlaces;
  return places.find((place) => existsSync(place));
}
