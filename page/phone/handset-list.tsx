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
  const doesOf = (phone: string) => magicRecipients.find((each) => each.phone === phone)?.does;
  return (
    <nav class="handsets stack" aria-label="Handsets">
      <div class="row spread">
        <h2>Handsets</h2>
        <button type="button" class="small" onClick={onAdd}>
          New number
        </button>
      </div>
      <ul class="stack">
        {listed.map(({ phone, last, lastAt }) => (
          <Item key={phone} phone={phone} chosen={chosen} onChoose={onChoose}>
            <span class="line">
              <Name value={phone} />
              {lastAt && <Time value={lastAt} />}
            </span>
            <span class="last quiet small">
              {last === undefined ? (doesOf(phone) ?? "no texts yet") : <Name value={last} />}
            </span>
          </Item>
        ))}
      </ul>
      {special.length > 0 && <h2>Special numbers</h2>}
      <ul class="stack">
        {special.map(({ phone, does }) => (
          <Item key={phone} phone={phone} chosen={chosen} onChoose={onChoose}>
            <span class="line">{phone}</span>
            <span class="last quiet small">{does}</span>
          </Item>
        ))}
      </ul>
    </nav>
  );
}

interface ItemProps {
  phone: string;
  chosen: string;
  onChoose(phone: string): void;
  children: preact.ComponentChildren;
}

function Item({ phone, chosen, onChoose, children }: ItemProps) {
  return (
    <li>
      <button type="button" aria-current={phone === chosen ? "true" : undefined} onClick={() => onChoose(phone)}>
        {children}
      </button>
    </li>
  );
}
