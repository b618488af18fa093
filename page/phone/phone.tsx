import { useEffect, useState } from "preact/hooks";
import { useNumbers } from "../new-text.tsx";
import { FailureNote } from "../parts.tsx";
import { ShortcutHelp } from "../shortcuts.tsx";
import { AppPanel } from "./app-panel.tsx";
import { Handset } from "./handset.tsx";
import { HandsetList } from "./handset-list.tsx";
import { firstHandset, listHandsets, magicRecipients, newNumber } from "./handsets.ts";
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
