/** The conversations of the team. */
export function Inbox() {
  return (
    <main>
      <h1>Inbox</h1>
    </main>
  );
}
