import { callbackSettings } from "../callbacks.ts";
import type { Experiment } from "../experiment.ts";
import { isNginxInstalled, startNginx } from "../nginx.ts";
import { holdConnections, watchTeam } from "../other-team.ts";
import { settingsOf, signIn } from "../team.ts";

const count = 1_100;

/** A callback whose body announces 64 KiB and has one byte. The signature is wrong, and only its form is right. */
const idleCallback = `POST /api/external/sms/inbound HTTP/1.1\r
Host: localhost\r
Content-Type: application/x-www-form-urlencoded\r
Content-Length: 65536\r
X-Provider-Signature: ${"a".repeat(27)}=\r
\r
M`;

export const s1: Experiment = {
  id: "S1",
  title: "1,100 idle connections that announce a callback, from one address, also behind nginx",
  passesWhen: "texts, pages, callbacks and events of a team take less than a second, from that address and another",
  seconds: { full: 120, short: 60 },
  async run(context) {
    const database = await context.createDatabase();
    const team = await signIn(database);
    const settings = settingsOf(database, { ...callbackSettings, TRUSTED_PROXIES: "127.0.0.1/32" });
    const server = await context.startServer(settings);
    const proxies = isNginxInstalled() ? await startNginx(context, server.url) : [];
    const problems: string[] = [];
    const slowest: Record<string, unknown> = {};
    const hosts = { "the server": server.url, nginx: proxies[0], "buffering nginx": proxies[1] };
    for (const [host, url] of Object.entries(hosts)) {
      if (url === undefined) continue;
      const from = "127.0.0.3";
      const watched = { "one address": watchTeam(team, { url, from }), "another address": watchTeam(team, { url }) };
      for (const each of Object.values(watched)) await each.warmUp();
      // The connections of a round last for the seconds that a body of a callback may take.
      for (let round = 0; round < context.size(5, 1); round++) {
        const held = await holdConnections(context, { url, from, count }, () => idleCallback);
        for (const [name, each] of Object.entries(watched)) await each.check(`at ${host}, from ${name}`);
        for (const socket of held) socket.destroy();
      }
      problems.push(...Object.values(watched).flatMap((each) => each.problems));
      slowest[host] = Object.fromEntries(Object.entries(watched).map(([name, each]) => [name, each.slowest]));
    }
    return {
      n: count,
      problems,
      details: { slowestMilliseconds: slowest, ...(proxies.length === 0 && { nginx: "absent: nginx" }) },
    };
  },
};
