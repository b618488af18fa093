/** The handsets of the simulated carrier. */
export function Phone() {
  return (
    <main>
      <h1>Phone</h1>
    </main>
  );
}
