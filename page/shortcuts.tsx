import { useEffect, useRef } from "preact/hooks";

const storageName = "messaging.shortcuts";

/** Whether single keys act. People who speak to their computer can switch them off. */
export const areShortcutsOn = () => localStorage.getItem(storageName) !== "off";

export const switchShortcuts = (on: boolean) => localStorage.setItem(storageName, on ? "on" : "off");

interface Shortcut {
  key: string;
  /** What the list of keys says. A key without it is not listed. */
  does?: string;
  /** May refuse by returning false. The key then has its usual effect. */
  act(): unknown;
}

interface ShortcutHelpProps {
  shortcuts: Shortcut[];
  onEscape?(): void;
}

/** Lets the keys of a view act, except while a field has the focus, and lists them in a dialog for `?`. */
export function ShortcutHelp({ shortcuts, onEscape }: ShortcutHelpProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = () => {
    // Leaves a field, so that keys act again.
    (document.activeElement as HTMLElement).blur();
    onEscape?.();
  };
  const all: Shortcut[] = [
    ...shortcuts,
    { key: "?", does: "This list", act: () => dialog.current!.showModal() },
    { key: "Escape", act: leave },
  ];

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !areShortcutsOn()) return;
    if (dialog.current!.open) return;
    const isInField = (event.target as Element).matches("input, textarea, select, [contenteditable]");
    if (isInField && event.key !== "Escape") return;
    const act = all.find(({ key }) => key === event.key)?.act;
    if (act && act() !== false) event.preventDefault();
  }
  const newest = useRef(press);
  newest.current = press;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => newest.current(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return (
    <dialog ref={dialog} aria-labelledby="shortcuts" class="help">
      <h2 id="shortcuts">Keyboard</h2>
      <dl>
        {all.map(
          ({ key, does }) =>
            does && (
              <>
                <dt key={key}>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </>
            ),
        )}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
