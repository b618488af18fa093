import { expect, onTestFinished, test, vi } from "vitest";
import { followEvents, type LiveState, type StreamTimes, type Tab } from "../../../page/stream.ts";

/** A stream of a fake server. */
interface Opened {
  position: string;
  signal: AbortSignal;
  write(text: string): void;
  end(): void;
}

const times: StreamTimes = { silence: 60_000, hidden: 60_000, firstPause: 1, maxPause: 4 };

/** Follows a fake server; `refusals` are the errors of its next streams. */
function follow(given: Partial<StreamTimes> = {}, refusals: object[] = []) {
  const opened: Opened[] = [];
  const events: string[] = [];
  const states: LiveState[] = [];
  const onGap = vi.fn();
  const listeners = new Set<() => void>();
  const until = new AbortController();
  const page = { isHidden: false };
  const tab: Tab = {
    isHidden: () => page.isHidden,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let positions = 0;
  const ended = followEvents(
    {
      findPosition: async () => `p${++positions}`,
      async open(position, signal) {
        const refusal = refusals.shift();
        if (refusal) throw refusal;
        let controller!: ReadableStreamDefaultController<Uint8Array>;
        const body = new ReadableStream<Uint8Array>({
          start(each) {
            controller = each;
          },
        });
        signal.addEventListener("abort", () => {
          if (signal.reason !== "ended") controller.error(new Error("aborted"));
        });
        const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
        opened.push({ position, signal, write, end: () => controller.close() });
        return new Response(body);
      },
      onEvent: (event) => events.push(event.id),
      onGap,
      onState: (state) => states.push(state),
      tab,
      times: { ...times, ...given },
    },
    until.signal,
  );
  onTestFinished(async () => {
    until.abort();
    await ended;
    expect(listeners.size).toBe(0);
  });
  const change = (isHidden: boolean) => {
    page.isHidden = isHidden;
    for (const listener of [...listeners]) listener();
  };
  const nth = (count: number) =>
    vi.waitFor(() => {
      expect(opened.length).toBeGreaterThanOrEqual(count);
      return opened[count - 1]!;
    });
  return { opened, events, states, onGap, ended, change, nth, until };
}

const eventOf = (id: string, position: string) => `id: ${position}\ndata: {"id":"${id}"}\n\n`;

test("the position is found before the lists are read, and events come in order, however they are cut", async () => {
  const { nth, events, states, onGap } = follow();
  const stream = await nth(1);
  expect(stream.position).toBe("p1");
  expect(onGap).toHaveBeenCalledOnce();

  const text = eventOf("a", "1") + eventOf("b", "2");
  for (const piece of text) stream.write(piece);

  await vi.waitFor(() => expect(events).toEqual(["a", "b"]));
  expect(states).toEqual(["live"]);
});

test("a lost stream continues after the last position, also that of a heartbeat, and reads no list again", async () => {
  const { nth, onGap, states } = follow();
  const stream = await nth(1);
  stream.write(`${eventOf("a", "1")}: heartbeat\nid: 2\n\n`);
  stream.end();

  expect((await nth(2)).position).toBe("2");
  expect(onGap).toHaveBeenCalledOnce();
  expect(states).toEqual(["live", "lost", "live"]);
});

test("a position that the server refuses is found again, and the lists are read again", async () => {
  const { nth, onGap } = follow({}, [{ status: 422 }]);

  expect((await nth(1)).position).toBe("p2");
  expect(onGap).toHaveBeenCalledTimes(2);
});

test("a server that is away is asked until it is back", async () => {
  const { nth, states } = follow({}, [{ status: 0 }, { status: 503, retryAfterSeconds: 0 }, new TypeError("lost")]);

  await nth(1);

  expect(states.at(-1)).toBe("live");
});

test("a pause ends at once when the network is back", async () => {
  const { nth, states, change } = follow({ firstPause: 3_600_000, maxPause: 3_600_000 }, [{ status: 0 }]);
  await vi.waitFor(() => expect(states).toEqual(["lost"]));

  change(false);

  await nth(1);
});

test("without the scope, or with a key that is not valid, there is no stream", async () => {
  const without = follow({}, [{ status: 403 }]);
  const invalid = follow({}, [{ status: 401 }]);

  await Promise.all([without.ended, invalid.ended]);

  expect(without.states).toEqual(["polling"]);
  expect(invalid.states).toEqual([]);
});

test("a silent stream is given up, and after the second one the lists are polled", async () => {
  const { ended, opened, states } = follow({ silence: 5 });

  await ended;

  expect(opened).toHaveLength(2);
  expect(states.at(-1)).toBe("polling");
});

test("a tab that stays hidden closes its stream, and continues when it is seen again", async () => {
  const { nth, states, change } = follow({ hidden: 1 });
  const stream = await nth(1);
  stream.write(eventOf("a", "7"));
  change(true);
  await vi.waitFor(() => expect(states.at(-1)).toBe("paused"));
  expect(stream.signal.aborted).toBe(true);

  change(false);

  expect((await nth(2)).position).toBe("7");
});

test("the end closes the stream", async () => {
  const { nth, until, ended } = follow();
  const stream = await nth(1);

  until.abort();
  await ended;

  expect(stream.signal.aborted).toBe(true);
});
