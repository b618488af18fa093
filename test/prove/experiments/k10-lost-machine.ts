import { defaultLimits } from "../../../server/db/driver/time-limits.ts";
import { openOrm } from "../../../server/db/orm.ts";
import { lockPhones } from "../../../server/db/sql/locks.ts";
import type { E164 } from "../../../server/phone.ts";
import { createClient } from "../../support/client.ts";
import { uniquePhone } from "../../support/factories.ts";
import { startForwarder } from "../../support/forwarder.ts";
import type { Experiment } from "../experiment.ts";
import { measure, until } from "../load.ts";
import { settingsOf, signIn } from "../team.ts";

export const k10: Experiment = {
  id: "K10",
  title: "a session of the service locks a phone, and the network to its machine is lost",
  passesWhen: "another server sends a text to that phone within 20 s",
  seconds: { full: 60, short: 30 },
  async run(context) {
    const database = await context.createDatabase();
    const { key, team } = await signIn(database);
    const server = await context.startServer(settingsOf(database));
    const client = createClient(server.url, key);
    const phone = uniquePhone() as E164;
    const network = await startForwarder(database);
    // The short form has a shorter limit for idle transactions.
    const limits = { ...defaultLimits, idleInTransaction: context.size(defaultLimits.idleInTransaction, 1_000) };
    const orm = await openOrm({ url: network.url }, 2, limits);
    const refused: number[] = [];
    const trySending = async () => {
      const { status } = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
      if (status !== 200) refused.push(status);
      return status === 200;
    };

    const lost = orm.em.fork();
    await lost.begin();
    await lockPhones(lost, [{ teamId: team.id, phone }], "exclusive");
    // Its answer shows that the lock before it is held.
    await lost.execute("select 1");
    network.freeze();
    const { milliseconds } = await measure(() => until("the text is sent", trySending));
    await network.close();
    await lost.rollback();
    await orm.close();
    return {
      n: refused.length + 1,
      problems: [
        ...(milliseconds <= 20_000 ? [] : [`${milliseconds} ms until the text was sent`]),
        ...refused.filter((status) => status !== 503).map((status) => `answered ${status} meanwhile`),
      ],
      details: { milliseconds, refused: refused.length },
    };
  },
};
