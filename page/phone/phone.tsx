import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useNumbers } from "../new-text.tsx";
import { Button, FailureNote, Name, Time } from "../parts.tsx";
import { ShortcutHelp } from "../shortcuts.tsx";
import { AppPanel } from "./app-panel.tsx";
import { Handset } from "./handset.tsx";
import { firstHandset, type ListedHandset, listHandsets, magicRecipients, newNumber } from "./handsets.ts";
import { useLines } from "./use-lines.ts";

/** The handsets of the simulated carrier: what it would have delivered, and answers to it. */
export function Phone() {
  const { lines, isLoaded, failure, add } = useLines();
  const { value: numbers = [] } = useNumbers();
  const [added, setAdded] = useState<string[]>([firstHandset]);
  const [chosen, setChosen] = useState<string>();
  const listed = listHandsets(lines, added);
  const phones = listed.map(({ phone }) => phone);
  const phone = chosen ?? phones[0]!;
  useEffect(() => {
    document.title = `${phone} · Phone`;
  }, [phone]);

  const addNumber = () => {
    const number = newNumber(new Set([...phones, ...numbers.map(({ phoneNumber }) => phoneNumber)]));
    if (number === undefined) return;
    setAdded([...added, number]);
    setChosen(number);
  };
  const step = (by: number) => {
    const all = [...new Set([...phones, ...magicRecipients.map((each) => each.phone)])];
    setChosen(all[Math.min(Math.max(all.indexOf(phone) + by, 0), all.length - 1)]);
  };
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

  if (failure && !isLoaded) {
    return (
      <main class="sign-in stack">
        <h1>Phone</h1>
        <FailureNote failure={failure} />
      </main>
    );
  }
  return (
    <main class="phone">
      <h1 class="unseen">Phone</h1>
      <HandsetList listed={listed} chosen={phone} onChoose={setChosen} onAdd={addNumber} />
      <Handset key={phone} phone={phone} lines={lines} isLoaded={isLoaded} numbers={numbers} onReplies={add} />
      <AppPanel phone={phone} onSent={setChosen} />
      <ShortcutHelp
        shortcuts={[
          { key: "j", does: "Next handset", act: () => step(1) },
          { key: "k", does: "Previous handset", act: () => step(-1) },
          { key: "n", does: "New number", act: addNumber },
          { key: "r", does: "Write a reply", act: () => focus(".reply textarea") },
          { key: "s", does: "Write a text as your app", act: () => focus(".new-text textarea") },
        ]}
      />
    </main>
  );
}

interface HandsetListProps {
  listed: ListedHandset[];
  chosen: string;
  onChoose(phone: string): void;
  onAdd(): void;
}

/** The handsets, the special numbers of the simulated carrier, and a button for a new number. */
function HandsetList({ listed, chosen, onChoose, onAdd }: HandsetListProps) {
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
        <Button label="New number" class="small" onClick={onAdd} />
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
