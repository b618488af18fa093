import { useEffect, useState } from "preact/hooks";
import type { BusinessNumberSummary } from "../../generated/api.ts";
import { useLive, usePage } from "../context.ts";
import { FailureNote } from "../parts.tsx";
import { ShortcutHelp } from "../shortcut-help.tsx";
import { AppPanel } from "./app-panel.tsx";
import { Handset } from "./handset.tsx";
import { HandsetList } from "./handset-list.tsx";
import { firstHandset, listHandsets, magicRecipients, newNumber } from "./handsets.ts";
import { useHandsets } from "./use-handsets.ts";
import { useThreads } from "./use-threads.ts";

/** The handsets of the simulated carrier: what it would have delivered, and answers to it. */
export function Phone() {
  const { handsets, isLoaded, failure, addReply } = useHandsets();
  const numbers = useNumbers();
  const [added, setAdded] = useState<string[]>([firstHandset]);
  const [chosen, setChosen] = useState<string>();
  const listed = listHandsets(handsets, added);
  const phones = listed.map(({ phone }) => phone);
  const phone = chosen ?? phones[0]!;
  useThreads(phone, addReply);
  useEffect(() => {
    document.title = `${phone} · Phone`;
  }, [phone]);

  const add = () => {
    const number = newNumber(new Set([...phones, ...numbers.map(({ phoneNumber }) => phoneNumber)]));
    if (number === undefined) return;
    setAdded([...added, number]);
    setChosen(number);
  };
  const step = (by: number) => {
    const all = [...phones, ...magicRecipients.map((each) => each.phone).filter((each) => !phones.includes(each))];
    setChosen(all[Math.min(Math.max(all.indexOf(phone) + by, 0), all.length - 1)]);
  };
  const focus = (id: string) => document.getElementById(id)?.focus();

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
      <HandsetList listed={listed} chosen={phone} onChoose={setChosen} onAdd={add} />
      <Handset key={phone} phone={phone} handsets={handsets} isLoaded={isLoaded} numbers={numbers} onReply={addReply} />
      <AppPanel phone={phone} onSent={setChosen} />
      <ShortcutHelp
        shortcuts={[
          { key: "j", does: "Next handset", act: () => step(1) },
          { key: "k", does: "Previous handset", act: () => step(-1) },
          { key: "n", does: "New number", act: add },
          { key: "r", does: "Write a reply", act: () => focus("reply") },
          { key: "s", does: "Write a text as your app", act: () => focus("text") },
        ]}
      />
    </main>
  );
}

/** The active business numbers of the team; empty if the key may not read them. */
function useNumbers(): BusinessNumberSummary[] {
  const { api, can } = usePage();
  const [numbers, setNumbers] = useState<BusinessNumberSummary[]>([]);
  useLive({
    onEvent: () => {},
    async onRefresh() {
      if (!can("numbers:read")) return;
      const { data } = await api.GET("/api/business-numbers").catch(() => ({ data: undefined }));
      if (data) setNumbers(data.businessNumbers.filter(({ status }) => status === "active"));
    },
  });
  return numbers;
}
