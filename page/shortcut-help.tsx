import { useRef } from "preact/hooks";
import { useShortcuts } from "./shortcuts.ts";

export interface Shortcut {
  key: string;
  does: string;
  act(): unknown;
}

/** Lets the keys of a view act, and lists them in a dialog for `?`. */
export function ShortcutHelp({ shortcuts }: { shortcuts: Shortcut[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const listed = [...shortcuts, { key: "?", does: "This list", act: () => dialog.current!.showModal() }];
  useShortcuts({
    ...Object.fromEntries(listed.map(({ key, act }) => [key, () => !dialog.current!.open && act()])),
    // Leaves a field, so that keys act again. The browser itself closes the dialog.
    Escape: () => (dialog.current!.open ? false : (document.activeElement as HTMLElement).blur()),
  });
  return (
    <dialog ref={dialog} aria-labelledby="shortcuts" class="help">
      <h2 id="shortcuts">Keyboard</h2>
      <dl>
        {listed.map(({ key, does }) => (
          <>
            <dt key={key}>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
