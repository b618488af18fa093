/** A table of names, to which tests of transactions write. */
import { sql } from "kysely";
import pg from "pg";
import { onTestFinished, vi } from "vitest";
import { committing, deferred, type EntityManager, prepared } from "../../server/db/orm.ts";

/** Creates the table. The commit of a row with the name `refused` fails. */
export async function createSteps(em: EntityManager): Promise<void> {
  await em.execute(`
    create table step (name text primary key);
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused at the end'; end $$;
    create constraint trigger refusal after insert on step deferrable initially deferred for each row
      when (new.name = 'refused') execute function refuse()
  `);
}

const insert = (name: string) => sql`insert into step values (${name})`;
export const write = (em: EntityManager, name: string) => insert(name).execute(prepared(em));
export const writeDeferred = (em: EntityManager, name: string) => insert(name).execute(deferred(em));
export const writeLast = (em: EntityManager, name: string) => insert(name).execute(committing(em));

export async function read(em: EntityManager, name: string): Promise<boolean> {
  const { rows } = await sql`select from step where name = ${name}`.execute(prepared(em));
  return rows.length > 0;
}

/** Counts answered statements from now on. `answeredBefore` is their number when the last statement was sent. */
export function countAnswers(): { answered: number; answeredBefore: number } {
  const original = pg.Client.prototype.query;
  const counts = { answered: 0, answeredBefore: 0 };
  const query = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function ask(this: pg.Client, ...all) {
    const args: unknown[] = [...all];
    const done = args.pop();
    // The settings of a new connection are sent without a callback.
    if (typeof done !== "function") return Reflect.apply(original, this, all);
    counts.answeredBefore = counts.answered;
    const count = (...answer: unknown[]) => {
      counts.answered += 1;
      done(...answer);
    };
    return Reflect.apply(original, this, [...args, count]);
  });
  onTestFinished(() => query.mockRestore());
  return counts;
}
