/** The result of a check. */
export interface Outcome {
  suite: string;
  name: string;
  result: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  reason?: string;
  seconds: number;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for XML, which cannot have most control characters. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]/gu, "?")
    .replace(/[&<>"]/g, (character) => escapes[character]!);

/** Writes outcomes as JUnit XML, which the services of CI show: a suite of tests for each suite of checks. */
export function toJunit(outcomes: Outcome[]): string {
  const suites = [...Map.groupBy(outcomes, ({ suite }) => suite)].map(([suite, own]) => {
    const cases = own.map((outcome) => `    ${caseOf(outcome)}`).join("\n");
    return `  <testsuite name="${escapeXml(suite)}" ${countsOf(own)}>\n${cases}\n  </testsuite>`;
  });
  return `<?xml version="1.0"?>\n<testsuites name="conformance" ${countsOf(outcomes)}>\n${suites.join("\n")}\n</testsuites>\n`;
}

function countsOf(outcomes: Outcome[]): string {
  const count = (result: Outcome["result"]) => outcomes.filter((outcome) => outcome.result === result).length;
  const seconds = outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0);
  return `tests="${outcomes.length}" failures="${count("failed")}" skipped="${count("skipped")}" time="${seconds.toFixed(3)}"`;
}

function caseOf({ suite, name, result, reason, seconds }: Outcome): string {
  const head = `<testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}" time="${seconds.toFixed(3)}"`;
  if (result === "passed") return `${head}/>`;
  const [tag, message] = [
    result === "failed" ? "failure" : "skipped",
    escapeXml(reason ?? "").replaceAll("\n", "&#10;"),
  ];
  return `${head}><${tag} message="${message}"/></testcase>`;
}
