/**
 * The turns of numbers that have a pace, because a carrier takes only so many segments a second from them.
 *
 * Promises: all processes together begin to send as many segments a second from a number as its pace allows, and no burst.
 * A text has its turn within two seconds, or is refused, also while the database gives none.
 * Costs: one statement for a text of such a number, one after the other in a process; two for a refused text.
 */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { emOfTeam } from "../db/commit/of-teams.ts";
import { type Orm, prepared } from "../db/orm.ts";
import type { Log } from "../log.ts";
import type { OutboundText, Outcome, OwnCode, Pace } from "../provider/provider.ts";

/** How long a text waits for its turn at most. */
const patienceMilliseconds = 2_000;

const noTurn: OwnCode = "number_pace";

/** Hands a text over at its turn. A text without one is refused. */
export type SendInTurn = (text: OutboundText, pace: Pace, send: () => Promise<Outcome>) => Promise<Outcome>;

/** Returns the function that sends texts in turn. The texts of a process get the turns of a number in their order. */
export function createTurns(orm: Orm, log: Log): SendInTurn {
  /** The last question of each number. */
  const last = new Map<string, Promise<Turn>>();

  /** Asks after the number's earlier texts, which would else wait for the same row on many connections. */
  async function ask(text: OutboundText, pace: Pace): Promise<Turn> {
    const { numberId } = pace;
    const until = performance.now() + patienceMilliseconds;
    const asked = (last.get(numberId) ?? Promise.resolve())
      .then(() => (performance.now() < until ? takeTurn(orm, text, pace) : none))
      .catch((error: unknown) => {
        log.error({ err: error, numberId }, "no turn could be taken");
        return none;
      });
    last.set(numberId, asked);
    const turn = await asked;
    if (last.get(numberId) === asked) last.delete(numberId);
    return turn;
  }

  return async (text, pace, send) => {
    // A text that has waited in line got its turn when it was recorded.
    if (text.startAt !== undefined) {
      await pause(Math.ceil(Math.max(0, text.startAt - performance.now())));
      return send();
    }
    const { isGranted, milliseconds } = await ask(text, pace);
    if (isGranted) {
      await pause(Math.ceil(Math.max(0, milliseconds)));
      return send();
    }
    const retryAfterSeconds = Math.max(1, Math.ceil(milliseconds / 1_000));
    return { kind: "refused", errorCode: noTurn, optedOut: false, retryAfterSeconds };
  };
}

/** The wait for the turn that a text has got, or until there is one again. */
interface Turn {
  isGranted: boolean;
  milliseconds: number;
}

const none: Turn = { isGranted: false, milliseconds: 0 };

async function takeTurn(orm: Orm, { teamId, segments = 1 }: OutboundText, pace: Pace): Promise<Turn> {
  const em = emOfTeam(orm, teamId);
  const { numberId, perSecond } = pace;
  const cost = sql`make_interval(secs => ${segments / perSecond}::float8)`;
  const granted = await sql<{ wait: number }>`
    insert into number_pace as p (team_id, number_id, free_at, line_at)
    values (${teamId}, ${numberId}, clock_timestamp() + ${cost}, '-infinity')
    on conflict (team_id, number_id) do update set free_at = greatest(p.free_at, clock_timestamp()) + ${cost}
    where p.free_at <= clock_timestamp() + ${patience}
    returning extract(epoch from p.free_at - ${cost} - clock_timestamp())::float8 as wait
  `.execute(prepared(em));
  if (granted.rows[0]) return { isGranted: true, milliseconds: granted.rows[0].wait * 1_000 };
  const { rows: refused } = await sql<{ wait: number }>`
    select extract(epoch from free_at - ${patience} - clock_timestamp())::float8 as wait from number_pace
    where team_id = ${teamId} and number_id = ${numberId}
  `.execute(prepared(em));
  return { isGranted: false, milliseconds: refused[0]!.wait * 1_000 };
}

const patience = sql`${sql.lit(`${patienceMilliseconds} milliseconds`)}::interval`;
