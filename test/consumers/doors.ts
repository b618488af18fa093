/**
 * What the clients of other services get for their program, what it must have seen, and what must be true after it. Every
 * client of a service runs the same calls, so what they see is told once.
 */
import { prepareHook } from "../../server/doors/supabase/hook-tokens.ts";
import { prepareCredentials } from "../../server/doors/twilio/credentials.ts";
import { sidOf } from "../../server/doors/twilio/ids.ts";
import { buildBusinessNumber, buildOptOut, buildTeam, uniquePhone } from "../support/factories.ts";
import { createFakeServer, refuse } from "../support/fake-server.ts";
import { createProcesses, type Settings } from "../support/process.ts";
import { sealer } from "../support/webhooks.ts";
import type { Service } from "./service.ts";

/** A service whose clients have a door here. */
export type Door = "twilio" | "textbelt" | "supabase";

/** What a program runs with. */
interface Prepared {
  /** The settings of the program. */
  settings: Settings;
  /** What the program shows. */
  expected: object;
  /** Checks what the program cannot see. */
  verify?(): Promise<void>;
  close?(): Promise<void>;
}

export const doors: Record<Door, (service: Service) => Promise<Prepared>> = {
  async textbelt(service) {
    const expected = {
      sent: [true, 1_000_000],
      status: true,
      unknown: "UNKNOWN",
      refused: true,
      invalidKey: "InvalidRequestError: Invalid key.",
      codes: [false, true],
    };
    return { settings: await service.createTeam(), expected };
  },

  /** A client of Twilio for Java repeats a request after 429 and 5xx: a refused text must be one call of the carrier. */
  async twilio({ database, settings }) {
    const em = database.orm.em.fork();
    const team = await buildTeam(em);
    const { phoneNumber } = await buildBusinessNumber(em, { team, isPrimary: true });
    const [own, test] = await prepareCredentials(em, sealer, team);
    const [carrier, processes] = [await createFakeServer(), createProcesses()];
    carrier.behaviour = refuse(21614);
    const live = await processes.startServer({
      ...settings,
      ROLE: "api",
      PROVIDER: "twilio",
      PROVIDER_ACCOUNT_SID: "AC1",
      PROVIDER_BASE_URL: carrier.url,
    });
    return {
      settings: {
        MESSAGING_ACCOUNT_SID: sidOf("AC", team.id),
        MESSAGING_NUMBER: phoneNumber,
        MESSAGING_AUTH_TOKEN: test!.authToken,
        MESSAGING_LIVE_TOKEN: own!.authToken,
        MESSAGING_LIVE_URL: live.url,
      },
      expected: {
        sent: ["outbound-api", "1", true, "Text 0 🎉"],
        listed: [3, true],
        dated: 5,
        scheduled: ["scheduled", "scheduled", "canceled"],
        numbers: [true],
        account: ["active", "Trial"],
        verification: ["pending", "pending", "approved"],
        posted: [true, true, false],
        refusals: {
          recipient: "400 21211",
          body: "400 21602",
          optedOut: "400 21610",
          unknown: "404 20404",
          token: "401 20003",
          channel: "400 60200",
          guess: "404 20404",
          carrier: "400 21614",
        },
      },
      async verify() {
        const { length } = carrier.requests;
        if (length !== 1) throw new Error(`The carrier was called ${length} times for a text that it refused.`);
      },
      async close() {
        await processes.end();
        await carrier.close();
      },
    };
  },

  /** Three attempts with one body are one text, although each has an id of its own. */
  async supabase({ database, url }) {
    const em = database.orm.em.fork();
    const team = await buildTeam(em);
    await buildBusinessNumber(em, { team, isPrimary: true });
    const optedOut = uniquePhone();
    await buildOptOut(em, team, optedOut);
    const [, test] = await prepareHook(em, sealer, team);
    return {
      settings: {
        MESSAGING_HOOK_URL: `${url}/hooks/supabase/${sidOf("AC", team.id)}/send-sms`,
        MESSAGING_HOOK_SECRETS: `v1,${test!.token}`,
        MESSAGING_OPTED_OUT: optedOut,
      },
      expected: {
        attempts: [200, 200, 200],
        replayed: ["", "true", "true"],
        optedOut: [200, 409],
        earlier: [200, true],
        forged: 401,
      },
      async verify() {
        const sent = await em.execute("select from otp where team_id = ?", [team.id]);
        if (sent.length !== 2) throw new Error(`Two hooks have sent ${sent.length} passcodes.`);
      },
    };
  },
};
