/**
 * The HTTP tests that cannot pass on a cluster, with the reason. The name `*` stands for every test of a file, because a
 * step after each test removes a trigger.
 */
const triggers = "It creates a trigger, which Citus refuses on distributed tables.";
const ages = "It changes rows with an expression of the clock or a time zone, which Citus refuses in an update.";

/** Reasons by the name of a test, in each file. */
export const refusedTests: Record<string, Record<string, string>> = {
  "test/callbacks/jobs.test.ts": { "*": triggers },
  "test/callbacks/status.test.ts": { "a message that was given up accepts any later provider status": ages },
  "test/contacts/batches.test.ts": {
    "a batch of two teams has the results and leaves the rows of a batch of each, also with the same ids":
      "It writes a batch of two teams, which the server makes only on one PostgreSQL.",
  },
  "test/events/positions.test.ts": {
    "a position from before the recording, or over 30 days old, is refused": ages,
    "a position of a reader that has not read for 30 days is refused": ages,
    "events are pruned after 30 days, and a feed that nobody used for as long begins anew": ages,
  },
  "test/events/recording.test.ts": { "a text that is given up records that it failed": ages },
  "test/events/streams.test.ts": {
    "a stream ends within a second after its key is revoked": ages,
    "a stream ends within a second after its key expires": ages,
    "a stream goes on while its key changes otherwise, and in test mode while its team is suspended": ages,
    "events stay recorded beneath a stream that lasts longer than a use of them counts": ages,
  },
  "test/keys/budgets.test.ts": { "a day begins at midnight UTC": ages },
  "test/messaging/concurrency.test.ts": {
    "a text that the database refuses fails alone, and the others of its batch are sent once": triggers,
  },
  "test/otp/batches.test.ts": { "*": triggers },
  "test/otp/idempotency.test.ts": {
    "after a crash between record and settle, a repetition answers from the row and sends nothing": ages,
    "30 seconds after a call that never returned, a repetition gets its passcode and sends nothing": ages,
  },
  "test/otp/limit.test.ts": {
    "the limit ends ten minutes after the oldest of the counted passcodes": ages,
    "a repetition with its key returns the first answer, and a refused request frees its key": ages,
  },
  "test/otp/locks.test.ts": { "*": triggers },
  "test/otp/outcomes.test.ts": {
    "a passcode with an unknown outcome is valid, is not sent again, and its delivery fails after ten minutes": ages,
    "the answer has the known outcome, and settling is done later": triggers,
    "a refusal stays a refusal, and the passcode becomes void later": triggers,
  },
  "test/otp/verify.test.ts": { "a passcode expires to the microsecond, by the clock of the database": ages },
  "test/webhooks/endpoints.test.ts": {
    "events are recorded while a team has an endpoint, and until 30 days after its deletion": ages,
    "a deleted endpoint is gone a day later, with its secrets": ages,
  },
  "test/webhooks/operating.test.ts": { "old deliveries are deleted with their attempts": ages },
  "test/webhooks/publishing.test.ts": {
    "an endpoint is disabled after five days of nothing but failure, other endpoints are told, and it can be enabled":
      ages,
  },
  "test/webhooks/secrets.test.ts": {
    "a new secret signs beside the old secret for a day, and then alone": ages,
    "a delivery in flight during the replacement is signed with both secrets, so that receivers know one": ages,
  },
  "test/webhooks/slow-targets.test.ts": {
    "an attempt that cannot be recorded is repeated later, and other deliveries continue": triggers,
  },
};
