/**
 * A carrier over HTTP and one over SMPP, with one ledger of what they get. They answer at random, and report each text that
 * they have accepted as delivered, until a server takes the report.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Behaviour, hang, messageSid, refuse, reset, answer as respond } from "../support/fake-server.ts";
import { type Answering, international, nextMessageId } from "../support/smsc.ts";
import { postSignedTo } from "./callbacks.ts";
import type { ExperimentContext } from "./context.ts";
import { type Load, startLoad, times, until } from "./load.ts";

type CarrierKind = "twilio" | "smpp";

/** What a carrier does with a text. Without an id in the answer, it may have sent the text or not. */
type Answer = "accepts" | "refuses" | "throttles" | "names no id" | "ends the connection" | "is silent";

/** Silence and ended connections are rare, because other texts then wait or share the fate. */
const answers: readonly Answer[] = [
  ...times(26, (): Answer => "accepts"),
  ...times(4, (): Answer => "refuses"),
  ...times(4, (): Answer => "throttles"),
  ...times(4, (): Answer => "names no id"),
  "ends the connection",
  "is silent",
];

const refusals: readonly Answer[] = ["refuses", "throttles"];

/** A text that a carrier got, on the clock of `performance`. */
export interface Call {
  carrier: CarrierKind;
  from: string;
  body: string;
  at: number;
  answer: Answer;
  /** Only after a refusal may the text be sent again. */
  isRefusal: boolean;
  /** The carrier's id of a text that it has accepted. */
  id: string;
}

export interface TwoCarriers {
  /** The kinds and settings of their accounts, by name. */
  accounts: Record<CarrierKind, { kind: string; settings: Record<string, string> }>;
  /** All texts that they got, in their order. */
  readonly calls: readonly Call[];
  /** Starts to report, to any server that `find` returns. `stop` ends after the last report. */
  startReports(find: () => Promise<{ url: string }>): Load;
}

const authToken = "a token";
const systemId = "experiment";

const overHttp: Record<Answer, (id: string) => Behaviour> = {
  accepts: (sid) => respond(201, { sid, status: "queued", error_code: null }),
  refuses: () => refuse(21211),
  throttles: () => refuse(20429, 429),
  "names no id": () => refuse(20500, 500),
  "ends the connection": () => reset,
  "is silent": () => hang,
};

const overSmpp: Record<Answer, (answering: Answering, id: string) => void> = {
  accepts: ({ answer }, id) => answer(0, id),
  refuses: ({ answer }) => answer(0x0b),
  throttles: ({ answer }) => answer(0x58),
  "names no id": ({ answer }) => answer(0),
  "ends the connection": ({ socket }) => socket.resetAndDestroy(),
  "is silent": () => {},
};

export async function startCarriers(context: ExperimentContext): Promise<TwoCarriers> {
  const { random } = context;
  const calls: Call[] = [];
  /** The reports that no server has taken yet. */
  const reports: ((server: { url: string }) => Promise<boolean>)[] = [];

  const left: Record<CarrierKind, Answer[]> = { twilio: [], smpp: [] };

  /** Each carrier answers in all ways within forty texts. */
  function choose(carrier: CarrierKind): Answer {
    if (left[carrier].length === 0) left[carrier] = random.shuffle(answers);
    return left[carrier].pop()!;
  }

  async function take(carrier: CarrierKind, from: string, body: string): Promise<Call> {
    const answer = choose(carrier);
    const id = carrier === "twilio" ? messageSid() : nextMessageId();
    const call = { carrier, from, body, at: performance.now(), answer, isRefusal: refusals.includes(answer), id };
    calls.push(call);
    await pause(random.below(20));
    return call;
  }

  const server = await context.startFakeServer(async (request, response) => {
    const { From, To, Body, StatusCallback } = request.form as Record<string, string>;
    const { answer, id } = await take("twilio", From!, Body!);
    overHttp[answer](id)(request, response);
    if (answer !== "accepts") return;
    const form = { MessageSid: id, MessageStatus: "delivered", From: From!, To: To! };
    const { pathname, search } = new URL(StatusCallback!);
    reports.push(async (to) => (await postSignedTo(to, `${pathname}${search}`, form, authToken))?.status === 200);
  });

  const smsc = await context.startSmsc();
  smsc.behaviour = async ({ source, destination, shortMessage }, answering) => {
    const { answer, id } = await take("smpp", `+${source.digits}`, shortMessage.toString("latin1"));
    overSmpp[answer](answering, id);
    if (answer !== "accepts") return;
    const receipt = {
      source: international(destination.digits),
      destination: international(source.digits),
      esmClass: 0x04,
      shortMessage: Buffer.from(`id:${id} stat:DELIVRD err:000`),
    };
    reports.push(() =>
      smsc.deliver(systemId, receipt).then(
        (status) => status === 0,
        () => false,
      ),
    );
  };

  return {
    accounts: {
      twilio: { kind: "twilio", settings: { accountSid: "AC1", authToken, baseUrl: server.url } },
      smpp: { kind: "smpp", settings: { url: smsc.url, systemId, password: "secret" } },
    },
    calls,
    startReports(find) {
      const reporting = startLoad(context, 4, async () => {
        const report = reports.shift();
        if (!report) return pause(10);
        while (!context.over.aborted && !(await report(await find()))) await pause(100);
      });
      return {
        async stop() {
          await until("all texts are reported", () => reports.length === 0);
          await reporting.stop();
        },
      };
    },
  };
}
