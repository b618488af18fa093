import { vi } from "vitest";

/** How long a test waits for what it needs, in milliseconds. It ends before the test does, to tell what did not happen. */
const patience = 45_000;

const waitFor = vi.waitFor;

/**
 * Gives each wait of the tests as much time as a busy machine needs. The default of Vitest is a second, and it cannot be
 * configured. A test of a duration measures the duration.
 */
vi.waitFor = (check, options) => {
  const { interval } = typeof options === "object" ? options : {};
  return waitFor(check, { timeout: patience, ...(interval !== undefined && { interval }) });
};
