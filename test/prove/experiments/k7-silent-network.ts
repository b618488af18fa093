import { setTimeout as pause } from "node:timers/promises";
import { type Forwarder, startForwarder } from "../../support/forwarder.ts";
import type { Settings } from "../../support/process.ts";
import { callbackSettings } from "../callbacks.ts";
import type { ExperimentContext } from "../context.ts";
import type { Experiment, Findings } from "../experiment.ts";
import { endMixedLoad, startMixedLoad } from "../mixed-load.ts";
import { settingsOf, signIn } from "../team.ts";

const passesWhen =
  "every answer is a success or 503 within 30 s, requests are quick after 15 s, nothing acknowledged is lost, and the process survives";

export const k7: Experiment = {
  id: "K7",
  title: "delays, cuts, freezes and silence of the network to PostgreSQL under 200 texts per second",
  passesWhen,
  seconds: { full: 180, short: 90 },
  run: (context) => failNetwork(context, 200, {}),
};

export const k8: Experiment = {
  id: "K8",
  title: "the network faults of K7 with a pool of two connections",
  passesWhen,
  seconds: { full: 180, short: 90 },
  run: (context) => failNetwork(context, 50, { DATABASE_POOL: "2" }),
};

/** The short form resets frozen connections at the end, because the server takes 11 s to abandon them. */
async function failNetwork(context: ExperimentContext, textsPerSecond: number, more: Settings): Promise<Findings> {
  const database = await context.createDatabase();
  const signedIn = await signIn(database);
  const network = await startForwarder(database);
  try {
    const settings = settingsOf(database, { ...callbackSettings, ...more, DATABASE_URL: network.url });
    const server = await context.startServer(settings);
    const load = startMixedLoad(context, server, signedIn, context.size(textsPerSecond, 40));
    await pause(context.size(3_000, 300));
    await failInTurn(context, network);
    return await endMixedLoad(context, load, { database, recoverySeconds: 15 });
  } finally {
    await network.close();
  }
}

async function failInTurn(context: ExperimentContext, network: Forwarder): Promise<void> {
  network.delay(200);
  await pause(context.size(15_000, 500));
  network.delay(0);
  for (let cut = 0; cut < context.size(5, 2); cut++) {
    network.cut();
    await pause(context.size(3_000, 150));
  }
  network.freeze();
  await pause(context.size(8_000, 300));
  if (context.isShort) network.cut();
  network.silence();
  await pause(context.size(8_000, 300));
  network.resume();
  if (context.isShort) network.cut();
}
