import type { UsageOfDay } from "../../generated/api.ts";
import { usePage } from "../context.ts";
import { FailureNote } from "../parts.tsx";
import { useRead } from "../read.ts";
import { Table } from "./table.tsx";

const days = 30;
const columns = ["received", "sent", "delivered", "failed", "segments", "passcodes"] as const;

/** The last days, the oldest first, each with its counts in a mode. They end at midnight UTC, as those of the counts do. */
export function fillDays(usage: UsageOfDay[], testMode: boolean, now: Date): UsageOfDay[] {
  const counts = new Map(usage.filter((each) => each.testMode === testMode).map((each) => [each.day, each]));
  const none = { testMode, received: 0, sent: 0, delivered: 0, failed: 0, segments: 0, passcodes: 0 };
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(now.getTime() - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    return counts.get(day) ?? { day, ...none };
  });
}

/** What the team sent and received on the last days, as bars and as a table. */
export function Usage() {
  const { api, key } = usePage();
  const { value, failure } = useRead(async () => (await api.GET("/api/usage", { params: { query: { days } } })).data!);
  const shown = fillDays(value?.days ?? [], key.testMode, new Date());
  const rows = shown.map((counts) => ({
    key: counts.day,
    cells: [counts.day, ...columns.map((name) => counts[name])],
  }));
  return (
    <section class="wide stack" aria-label="Usage">
      <h2>{`Usage of the last ${days} days${key.testMode ? " in test mode" : ""}`}</h2>
      {failure && <FailureNote failure={failure} />}
      {key.segmentsPerDay !== null && (
        <p>{`${key.segmentsLeft} of ${key.segmentsPerDay} segments of this key are left today.`}</p>
      )}
      {value && <Bars days={shown} />}
      {value && <Table label="Texts by day" columns={["day (UTC)", ...columns]} rows={rows.toReversed()} />}
    </section>
  );
}

const [width, height] = [20, 120];

/** Two bars for each day. The table has their numbers. */
function Bars({ days: shown }: { days: UsageOfDay[] }) {
  const most = Math.max(1, ...shown.flatMap(({ received, sent }) => [received, sent]));
  const bar = (name: string, x: number, value: number) => {
    const size = Math.max(1, (value / most) * height);
    return <rect class={name} x={x} y={height - size} width={8} height={size} rx="1" />;
  };
  return (
    <figure>
      <svg viewBox={`0 0 ${days * width} ${height}`} role="img" aria-label="Texts by day. The table has the numbers.">
        {shown.map(({ day, received, sent }, index) => (
          <g key={day}>
            <title>{`${day}: ${received} received, ${sent} sent`}</title>
            {bar("received", index * width + 2, received)}
            {bar("sent", index * width + 10, sent)}
          </g>
        ))}
      </svg>
      <figcaption class="quiet">
        <span class="received">■</span> received <span class="sent">■</span> sent, most in a day: {most}
      </figcaption>
    </figure>
  );
}
