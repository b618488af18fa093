import type { ComponentChildren } from "preact";
import { Name, Time } from "../parts.tsx";
import { type ListedHandset, magicRecipients } from "./handsets.ts";

interface HandsetListProps {
  listed: ListedHandset[];
  chosen: string;
  onChoose(phone: string): void;
  onAdd(): void;
}

/** The handsets, the special numbers of the simulated carrier, and a button for a new number. */
export function HandsetList({ listed, chosen, onChoose, onAdd }: HandsetListProps) {
  const special = magicRecipients.filter(({ phone }) => !listed.some((each) => each.phone === phone));
  const item = (phone: string, last: ComponentChildren, at?: string) => (
    <li key={phone}>
      <button
        type="button"
        class="entry"
        aria-current={phone === chosen ? "true" : undefined}
        onClick={() => onChoose(phone)}
      >
        <span class="name">
          <Name value={phone} />
        </span>
        {at && <Time value={at} />}
        <span class="preview">{last}</span>
      </button>
    </li>
  );
  return (
    <nav class="handsets stack" aria-label="Handsets">
      <div class="row spread">
        <h2>Handsets</h2>
        <button type="button" class="small" onClick={onAdd}>
          New number
        </button>
      </div>
      <ul>
        {listed.map(({ phone, last }) =>
          item(phone, last ? <Name value={last.text} /> : "no texts yet", last?.createdAt),
        )}
      </ul>
      {special.length > 0 && <h2>Special numbers</h2>}
      <ul>{special.map(({ phone, does }) => item(phone, does))}</ul>
    </nav>
  );
}
