/** A table of names, to which tests of transactions write. */
import { sql } from "kysely";
import { onTestFinished, vi } from "vitest";
import { Client } from "../../server/db/driver/client.ts";
import type { Done } from "../../server/db/driver/statement-group.ts";
import { type EntityManager, prepared, withoutResult } from "../../server/db/orm.ts";

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
export const writeWithoutResult = (em: EntityManager, name: string) => insert(name).execute(withoutResult(em));

export async function read(em: EntityManager, name: string): Promise<boolean> {
  const { rows } = await sql`select from step where name = ${name}`.execute(prepared(em));
  return rows.length > 0;
}

/** Counts answered statements from now on. `answeredBefore` is their number when the last statement was sent. */
export function countAnswers(): { answered: number; answeredBefore: number } {
  const { sendGroup, sendText } = Client.prototype;
  const counts = { answered: 0, answeredBefore: 0 };
  const send = (...dones: Done[]) => {
    counts.answeredBefore = counts.answered;
    return dones.map(
      (done): Done =>
        (...answer) => {
          counts.answered += 1;
          done(...answer);
        },
    );
  };
  const spies = [
    vi.spyOn(Client.prototype, "sendGroup").mockImplementation(function count(this: Client, group) {
      const dones = send(...group.map(({ done }) => done));
      const counted = group.map((statement, at) => ({ ...statement, done: dones[at]! }));
      return Reflect.apply(sendGroup, this, [counted]);
    }),
    vi.spyOn(Client.prototype, "sendText").mockImplementation(function count(this: Client, text, done) {
      return Reflect.apply(sendText, this, [text, ...send(done)]);
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return counts;
}
