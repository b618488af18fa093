import type { ComponentChildren } from "preact";

interface TableProps {
  label: string;
  columns: readonly string[];
  /** The cells of each row, with the key of the row. The first cell is its head. */
  rows: { key: string; cells: ComponentChildren[] }[];
}

/** A table that scrolls within the page. */
export function Table({ label, columns, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table.
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
