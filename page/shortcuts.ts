import { useEffect, useRef } from "preact/hooks";

/** What a key does. It may refuse by returning false, and then has its usual effect. */
export type Shortcuts = Record<string, () => unknown>;

const storageName = "messaging.shortcuts";

/** Whether single keys act. People who speak to their computer can switch them off. */
export const areShortcutsOn = () => localStorage.getItem(storageName) !== "off";

export const switchShortcuts = (on: boolean) => localStorage.setItem(storageName, on ? "on" : "off");

/** Lets single keys act for as long as the component is shown, except while a field has the focus. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const newest = useRef(shortcuts);
  newest.current = shortcuts;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !areShortcutsOn()) return;
      const isInField = (event.target as Element).matches("input, textarea, select, [contenteditable]");
      if (isInField && event.key !== "Escape") return;
      const act = newest.current[event.key];
      if (act && act() !== false) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
