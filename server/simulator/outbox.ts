/**
 * The texts that the simulated carrier has accepted, as its handsets show them.
 *
 * Promises: the `createdAt` of a team's texts is unique and grows in the order of their commits. So a reader that asks for the
 * texts after the last known one misses none.
 * Costs: one statement for a batch of texts, after the answers to their requests. A text whose write fails is missing on
 * its handset, and nowhere else.
 * Preconditions: none. The texts are sealed, because the database has no passcode in plain text.
 */
import { sql } from "kysely";
import type { BatchWork } from "../db/commit/batch-work.ts";
import type { GroupCommit } from "../db/commit/group-commit.ts";
import { type EntityManager, withoutResult } from "../db/orm.ts";
import { lockNames } from "../db/sql/locks.ts";
import { rows } from "../db/sql/rows.ts";
import { eventsChannel } from "../events/record-events.ts";
import type { Log } from "../log.ts";
import type { OutboundText, Provider } from "../provider/provider.ts";
import type { Sealer } from "../secrets/sealing.ts";

interface KeptText extends Omit<OutboundText, "body" | "mediaUrls"> {
  testMode: boolean;
  sealed: Buffer;
}

interface OutboxOptions {
  groupCommit: GroupCommit;
  sealer: Sealer;
  log: Log;
}

export interface Outbox {
  /** Wraps the simulated carrier of a mode, so that its handsets show each text that it accepts. */
  watch(provider: Provider, testMode: boolean): Provider;
  /** Waits for the writes that have begun. */
  stop(): Promise<void>;
}

export function createOutbox({ groupCommit, sealer, log }: OutboxOptions): Outbox {
  const writes = new Set<Promise<void>>();

  function keep({ body, mediaUrls: _, ...text }: OutboundText, testMode: boolean): void {
    const sealed = sealer.seal(ownerOf(text), body);
    const written = groupCommit(keeping, { ...text, testMode, sealed }, text.teamId)
      .catch((error) => log.warn({ err: error, id: text.id }, "a text is missing on its simulated handset"))
      .finally(() => writes.delete(written));
    writes.add(written);
  }

  return {
    watch: (provider, testMode) => ({
      ...provider,
      async send(text) {
        const outcome = await provider.send(text);
        if (outcome.kind === "accepted") keep(text, testMode);
        return outcome;
      },
    }),
    async stop() {
      await Promise.all(writes);
    },
  };
}

/** Whom the text of a message or passcode is sealed for. */
export const ownerOf = ({ teamId, id }: Pick<OutboundText, "teamId" | "id">): string =>
  `simulated text ${teamId} ${id}`;

/** Stores texts, and tells the processes whose requests wait for them. A text that is stored already stays as it is. */
const keeping: BatchWork<KeptText, void> = {
  async run(tx, texts) {
    const teamIds = [...new Set(texts.map(({ teamId }) => teamId))];
    await lockNames(
      tx,
      teamIds.map((teamId) => `simulated texts\n${teamId}`),
    );
    await insert(tx, texts);
    await sql`select pg_notify(${eventsChannel}, id) from unnest(${teamIds}::text[]) as t (id)`.execute(
      withoutResult(tx),
    );
    return texts.map(() => ({ ok: true, value: undefined }));
  },
};

async function insert(tx: EntityManager, texts: KeptText[]): Promise<void> {
  const given = rows(
    "a",
    texts,
    {
      teamId: "uuid",
      id: "uuid",
      kind: "text",
      testMode: "boolean",
      sealed: "bytea",
      sender: ["text", ({ from }) => from],
      handset: ["text", ({ to }) => to],
    },
    "ord",
  );
  await sql`
    insert into simulated_text (team_id, id, kind, test_mode, sender, handset, sealed, created_at)
    select a.team_id, a.id, a.kind, a.test_mode, a.sender, a.handset, a.sealed,
      greatest(clock.now, newest.created_at) + a.ord * interval '1 microsecond'
    from ${given}
    cross join (select clock_timestamp() as now) as clock
    left join lateral (
      select created_at from simulated_text s where s.team_id = a.team_id order by created_at desc limit 1
    ) as newest on true
    order by a.ord
    on conflict (team_id, id) do nothing
  `.execute(withoutResult(tx));
}
