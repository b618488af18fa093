import type { Config } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import { findMissing } from "../../server/inbound/backfill/backfill.ts";
import { readHashers } from "../../server/opt-outs/erased/find-hashers.ts";
import type { TextPage } from "../../server/provider/history.ts";
import { type CarrierHistory, openHistories } from "../../server/provider-accounts/histories.ts";
import { loadSecrets } from "../../server/secrets/load-secrets.ts";
import { createPhoneHashes } from "../../server/secrets/phone-hashes.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { type Finding, runCheck } from "./check.ts";

/** A callback that is younger may still be on its way. */
const lateMilliseconds = 10 * 60_000;

const dayMilliseconds = 24 * 3_600_000;

/** Compares the newest texts of each carrier with the callbacks that have arrived: a page of today and of yesterday. */
export async function checkMissedTexts({ orm }: Database, config: Config): Promise<Finding[]> {
  const { secretKey, oldSecretKey } = await loadSecrets(config);
  const check = "missed-callbacks";
  const todo = "Check the carrier's account: messaging providers list";
  let isAsked = false;
  const finding = await runCheck(check, todo, async () => {
    const sealer = createSealer(secretKey, oldSecretKey);
    const carriers = await openHistories(orm.em.fork(), sealer, config.provider);
    const findHashers = readHashers(createPhoneHashes(sealer));
    const missed: number[] = [];
    for (const carrier of carriers) {
      isAsked ||= carrier.history !== undefined;
      const texts = (await readNewest(carrier)).filter(({ at }) => at < Date.now() - lateMilliseconds);
      missed.push(...(await findMissing(carrier, texts, { orm, carriers, findHashers })).map(({ at }) => at));
    }
    if (missed.length === 0) return { check, status: "ok", found: "none of today and yesterday" };
    const first = new Date(missed.reduce((least, at) => Math.min(least, at))).toISOString();
    const advice = `Run: messaging callbacks backfill --since ${first}`;
    return { check, status: "warn", found: `${missed.length} of today and yesterday, since ${first}`, todo: advice };
  });
  // That a carrier cannot be asked is a failure of another check.
  const status = finding.status === "fail" ? "warn" : finding.status;
  return isAsked ? [{ ...finding, status }] : [];
}

async function readNewest({ history }: CarrierHistory): Promise<TextPage["texts"]> {
  if (!history) return [];
  const days = [Date.now(), Date.now() - dayMilliseconds].map((time) => new Date(time).toISOString().slice(0, 10));
  const pages = await Promise.all(days.map((day) => history.listDay(day)));
  return pages.flatMap(({ texts }) => texts);
}
