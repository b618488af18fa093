/** The steps that take one run, but for the walk over the callbacks. */
import { sql } from "kysely";
import { emWithoutTeam } from "../../db/commit/each-place.ts";
import { prepared, withoutResult } from "../../db/orm.ts";
import { noId } from "../../db/schema/ids.ts";
import { plusMicroseconds } from "../../db/timestamp.ts";
import { isOfPhones } from "../../inbound/callbacks-of-phones.ts";
import { nothing } from "../../inbound/redact-callbacks.ts";
import { removeOptOuts, removeRefusals } from "../../opt-outs/erased/erase-consents.ts";
import { emptyErrors } from "../../queue/erase-jobs.ts";
import { type CarriedText, rememberCopies } from "../carrier-copies/remember.ts";
import type { Step } from "./step.ts";

/** Deletes the passcodes of the phones, and the texts on their simulated handsets. */
export const erasePasscodes: Step = async ({ tx, teamId, erasureId, phones, until, now }) => {
  const { rows } = await sql<CarriedText>`
    delete from otp where team_id = ${teamId} and phone_number = any (${phones}::text[])
      and created_at <= ${until}::timestamptz
    returning id, case when not test_mode then provider_id end as "liveProviderId"
  `.execute(prepared(tx));
  await rememberCopies(tx, { teamId, erasureId, now }, rows);
  await sql`
    delete from simulated_text where team_id = ${teamId} and handset = any (${phones}::text[])
      and created_at <= ${until}::timestamptz
  `.execute(withoutResult(tx));
  return { removed: { passcodes: rows.length } };
};

/** How many callbacks a run looks at. */
const callbackStepSize = 5_000;

/**
 * Empties the callbacks from and to the phones. The walk is over the primary key, because an index by phone would cost every
 * callback. Ids of texts and signatures stay, so that a repetition stays one. What came later is emptied, too, unless a text was
 * stored from it: a report may be about an erased text, and its text has the status anyway.
 */
export const eraseCallbacks: Step = async ({ tx, teamId, phones, pattern, until, watchUntil, position }) => {
  const isNamed = await isOfPhones({ em: tx, teamId, phones, pattern });
  const { rows } = await sql<{ last: string | null; looked: number; emptied: number }>`
    with span as (
      select id from callback where id > ${position ?? noId}::uuid order by id limit ${callbackStepSize}
    ), emptied as (
      update callback c set fields = '{}',
        content = case when c.kind = 'inbound' or c.content is null then ${JSON.stringify(nothing)}::jsonb
          else c.content - 'from' - 'to' end
      from span s
      where c.id = s.id
        and (c.received_at <= ${until}::timestamptz
          or (c.received_at <= ${watchUntil}::timestamptz and c.outcome <> 'stored'))
        and ${isNamed}
      returning 1
    )
    select (select id from span order by id desc limit 1) as last, (select count(*)::int from span) as looked,
      (select count(*)::int from emptied) as emptied
  `.execute(prepared(emWithoutTeam(tx)));
  const { last, looked, emptied } = rows[0]!;
  return {
    removed: { callbacks: emptied },
    ...(looked === callbackStepSize && { next: { position: last } }),
  };
};

/** Empties the errors of failed jobs that name one of the phones. */
export const eraseErrors: Step = async ({ tx, pattern }) => {
  await emptyErrors(emWithoutTeam(tx), pattern);
  return {};
};

/** How long a request may live between its admission and the record of its text: the time that its body may take, and more. */
const requestMicroseconds = 120 * 1_000_000;

/**
 * Removes the opt-outs that stand under their hashes, and late refusals, once no request is left that does not know of hashes or
 * waits for the carrier.
 */
export const eraseOptOuts: Step = async ({ tx, teamId, phones, until, now }) => {
  const notBefore = plusMicroseconds(until, requestMicroseconds);
  if (now < notBefore) return { next: { position: null, notBefore } };
  const erased = phones.map((phone) => ({ teamId, phone }));
  await removeOptOuts(tx, erased);
  await removeRefusals(tx, erased, until);
  return {};
};
