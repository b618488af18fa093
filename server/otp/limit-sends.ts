import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { lockNames } from "../db/sql/locks.ts";
import { rows } from "../db/sql/rows.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { ApiError } from "../errors.ts";
import type { NewOtp } from "./otps.ts";

const windowMicroseconds = 10 * 60 * 1_000_000;

/**
 * Refuses passcodes for a phone that has reached its limit of the last ten minutes. The limit is against toll fraud:
 * attackers make a service send codes to numbers that earn money by them. Texts that the provider refused do not count.
 * The phones stay locked until the transaction ends, so that all processes count together.
 *
 * The error of a refused passcode is rate_limited, with the seconds until the next code may be sent.
 */
export async function limitSends(tx: EntityManager, otps: NewOtp[]): Promise<(ApiError | undefined)[]> {
  const limited = otps.filter(({ sendsPerPhone }) => sendsPerPhone > 0);
  if (limited.length === 0) return otps.map(() => undefined);
  await lockNames(tx, limited.map(phoneOf));
  const sends = await findSends(tx, limited);

  return otps.map((otp) => {
    const { sendsPerPhone, now } = otp;
    if (sendsPerPhone === 0) return undefined;
    const sentAt = sends.get(phoneOf(otp)) ?? [];
    const since = plusMicroseconds(now, -windowMicroseconds);
    const recent = sentAt.filter((timestamp) => timestamp > since);
    if (recent.length >= sendsPerPhone) return refuse(recent[sendsPerPhone - 1]!, now);
    sends.set(phoneOf(otp), [now, ...sentAt]);
    return undefined;
  });
}

const phoneOf = ({ teamId, phone }: { teamId: string; phone: string }) => `otp phone\n${teamId}\n${phone}`;

/** The times when each phone was sent codes in the last ten minutes, the newest first. */
async function findSends(tx: EntityManager, otps: NewOtp[]): Promise<Map<string, Timestamp[]>> {
  const phones = new Map(otps.map((otp) => [phoneOf(otp), otp]));
  const distinct = [...phones.values()];
  const [earliest] = otps.map(({ now }) => now).toSorted();
  const { rows: sends } = await sql<{ team_id: string; phone: string; created_at: string }>`
    select a.team_id, a.phone, o.created_at
    from ${rows("a", distinct, { teamId: "uuid", phone: "text" })}
    cross join lateral (
      select o.created_at from otp o
      where o.team_id = a.team_id and o.phone_number = a.phone and not o.test_mode and o.status <> 'void'
        and o.created_at > ${plusMicroseconds(earliest!, -windowMicroseconds)}::timestamptz
      order by o.created_at
    ) o
    order by o.created_at desc
  `.execute(queries(tx));
  const sent = sends.map((row) => ({ key: phoneOf({ teamId: row.team_id, phone: row.phone }), at: row.created_at }));
  const groups = Map.groupBy(sent, ({ key }) => key);
  return new Map([...groups].map(([key, group]) => [key, group.map(({ at }) => fromPostgres(at))]));
}

/** The next code may be sent ten minutes after `oldest`. */
function refuse(oldest: Timestamp, now: Timestamp): ApiError {
  const wait = Date.parse(plusMicroseconds(oldest, windowMicroseconds)) - Date.parse(now);
  return new ApiError("rate_limited", {
    message: "This phone number was sent too many passcodes; retry after the seconds that Retry-After names.",
    retryAfterSeconds: Math.max(1, Math.ceil(wait / 1_000)),
  });
}
