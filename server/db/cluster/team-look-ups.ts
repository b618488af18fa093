/**
 * Look-ups of teams, which run beside the work for them.
 *
 * Promises: what is known of a team is looked up again at its next use after `freshMilliseconds`, for the use after that.
 * Teams that are asked for while a look-up runs are looked up together afterwards. If a look-up fails, what was known
 * stays, and the next use tries again.
 * Costs: a query for the teams that were used and not looked up for that long.
 * Preconditions: an old answer costs only time. A caller that finds an answer to be wrong forgets it.
 */
import { type RawBuilder, sql } from "kysely";

/** How long a look-up counts, in milliseconds. */
export const freshMilliseconds = 10_000;

/** The number of teams that are kept. */
const maxTeams = 100_000;

const teamsPerQuery = 1_000;

/**
 * A relation `a` of teams with the shards of their messages. Its `offset` keeps PostgreSQL from looking a team up again for
 * each shard that it joins.
 */
export const shardsOfTeams = (teamIds: string[]): RawBuilder<unknown> => sql`(
  select team_id, get_shard_id_for_distribution_column('message', team_id) as shard_id
  from unnest(${teamIds}::text[]) as t (team_id) offset 0
) as a`;

export class TeamLookUps<Value> {
  readonly #find: (teamIds: string[]) => Promise<Map<string, Value>>;
  readonly #known = new Map<string, { value: Value; readAt: number }>();
  readonly #wanted = new Set<string>();
  #running: Promise<void> | undefined;
  #isClosed = false;

  /** @param find finds the values of teams; a team without a value stays unknown */
  constructor(find: (teamIds: string[]) => Promise<Map<string, Value>>) {
    this.#find = find;
  }

  /** What is known of a team, after its first look-up; undefined if that fails. */
  async find(teamId: string): Promise<Value | undefined> {
    const known = this.#known.get(teamId);
    if (!known || known.readAt + freshMilliseconds < performance.now()) this.#start(teamId);
    if (!known) await this.#running;
    return (known ?? this.#known.get(teamId))?.value;
  }

  /** Forgets what is known of a team, so that its next use waits for a new look-up. */
  forget(teamId: string): void {
    this.#known.delete(teamId);
  }

  /** Waits for the look-up that runs. No other one starts. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  #start(teamId: string): void {
    this.#wanted.add(teamId);
    if (this.#isClosed) return;
    this.#running ??= this.#run()
      .catch(() => {})
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #run(): Promise<void> {
    while (this.#wanted.size > 0 && !this.#isClosed) {
      const teamIds = [...this.#wanted].slice(0, teamsPerQuery);
      const found = await this.#find(teamIds);
      const readAt = performance.now();
      for (const teamId of teamIds) this.#wanted.delete(teamId);
      for (const [teamId, value] of found) {
        this.#known.delete(teamId);
        this.#known.set(teamId, { value, readAt });
      }
      const surplus = this.#known.size - maxTeams;
      for (const teamId of this.#known.keys().take(Math.max(0, surplus))) this.#known.delete(teamId);
    }
  }
}
