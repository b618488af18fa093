import type { RefusedTests } from "./find-faults.ts";

const triggers = "It creates a trigger, which Citus refuses on distributed tables and on those of every node.";
const lockedTable = "It locks a table on the coordinator, and pages read the tables of a shard.";
const plans = "It reads a plan, and the coordinator's plan does not have the nodes of the shard.";

/**
 * The HTTP tests that cannot pass on a cluster, with the reason. A file has the name `*` if a step after each test removes
 * a trigger.
 */
export const refusedTests: RefusedTests = {
  "test/audit/events.test.ts": {
    "createContact is undone if its event cannot be stored": triggers,
    "createBusinessNumber is undone if its event cannot be stored": triggers,
  },
  "test/inbound/jobs.test.ts": { "*": triggers },
  "test/cli/teams.test.ts": {
    "shows how to migrate a database without a schema, and migrates it":
      "Its empty database has no extension citus, which the operator of a cluster creates.",
  },
  "test/cli/operators.test.ts": {
    "an inbound text is simulated, and its callback can be shown and replayed":
      "A replayed callback gets the outcome stored, as after a failed run that has committed its text.",
  },
  "test/contacts/search-blocks.test.ts": {
    "a search reads only the blocks that fill its page": plans,
    "a team that the statistics do not know is searched by the index, too": plans,
  },
  "test/db/contention.test.ts": {
    "a write that the database rolls back for contention (40P01) is answered with 503, and its key can be retried":
      triggers,
    "a write that the database rolls back for contention (40001) is answered with 503, and its key can be retried":
      triggers,
    "a write that the database rolls back for contention (55P03) is answered with 503, and its key can be retried":
      triggers,
  },
  "test/db/lost-connections.test.ts": {
    "a write that fails with 25P03 is answered with 503, and its key can be retried": triggers,
    "a write that fails with 53100 is answered with 503, and its key can be retried": triggers,
    "a write that fails with 53200 is answered with 503, and its key can be retried": triggers,
    "a write that fails with 57014 is answered with 503, and its key can be retried": triggers,
  },
  "test/doors/twilio-twiml.test.ts": {
    "a text of an answer is sent later if the database does not store it for the moment": triggers,
  },
  "test/load/contact-batches.test.ts": {
    "a batch of two teams has the results and leaves the rows of a batch of each, also with the same ids":
      "It writes a batch of two teams, which the server makes only on one PostgreSQL.",
  },
  "test/load/silent-database.test.ts": {
    "a read that takes too long is answered with 503": lockedTable,
    "a silent database is answered with 503, and requests succeed again once it responds":
      "It silences one node, and the others answer.",
  },
  "test/usage/usage.test.ts": {
    "a count that takes longer than a statement may is answered with 503": lockedTable,
  },
  "test/events/wakes.test.ts": {
    "a stopping server tells its streams to connect again, and they continue after their last event": lockedTable,
  },
  "test/events/refusals.test.ts": {
    "a refusal that is settled late or twice is one event": triggers,
  },
  "test/http/failure.test.ts": {
    "requests are answered with 503 while the database is unavailable, and are served again once it is back":
      "It removes the Unix socket of PostgreSQL, and the nodes of the cluster listen on TCP.",
    "an internal failure reveals no details to the caller, and its cause is in the log":
      "It renames a table on the coordinator, so no shard of its team can be found, which is answered with 503.",
  },
  "test/http/in-flight.test.ts": {
    "requests beyond a team's half of the slots are refused with 503, except callbacks, health checks and metrics":
      lockedTable,
  },
  "test/texts/concurrency.test.ts": {
    "a text that the database refuses fails alone, and the others of its batch are sent once": triggers,
  },
  "test/mcp/calls.test.ts": {
    "the log has the cause of an internal failure with the request id, and the caller does not":
      "It renames a table on the coordinator, so no shard of its team can be found.",
  },
  "test/otp/batches.test.ts": { "*": triggers },
  "test/otp/locks.test.ts": { "*": triggers },
  "test/otp/outcomes.test.ts": {
    "the answer has the known outcome, and settling is done later": triggers,
    "a refusal stays a refusal, and the passcode becomes void later": triggers,
  },
  "test/privacy/statistics.test.ts": {
    "the only person of an installation is in none of PostgreSQL's statistics after the erasure":
      "The statistics of a table are dropped once it is empty, and a shard can be empty before.",
  },
  "test/texts/settling.test.ts": { "*": triggers },
  "test/texts/settling-again.test.ts": {
    "a batch of settlements locks its rows of message in the order of another batch with them": triggers,
    "a batch of settlements locks its rows of message in the order of a batch of their statuses": triggers,
    "a batch of settlements locks its rows of idempotency_key in the order of a batch that claims their keys": triggers,
  },
  "test/load/slow-targets.test.ts": {
    "an attempt that cannot be recorded is repeated later, and other deliveries continue": triggers,
  },
  "test/webhooks/replies.test.ts": {
    "a message is posted once, however often it is queued, and not at all if it is not stored":
      "It undoes the transaction of a job. On a cluster, the texts of callbacks are committed before.",
  },
};

/**
 * Files that do not run on a cluster, because they test the plans, statements and sockets of one PostgreSQL, or the locks of
 * a transaction for several teams, and not answers.
 */
export const filesOfOneNode = [
  "test/db/fresh-database.test.ts",
  "test/db/statement-goldens.test.ts",
  "test/db/statistics.test.ts",
  "test/db/tls.test.ts",
  "test/load/work-at-size.test.ts",
  "test/inbound/feed-order.test.ts",
];
