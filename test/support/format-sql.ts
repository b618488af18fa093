/** Several words that are one token. */
const phrases = [
  ...["left join", "inner join", "cross join", "group by", "order by", "union all", "insert into", "delete from"],
  ...["on conflict", "do update set", "for update", "is distinct from", "is not distinct from"],
];

/** A clause begins a line, unless it is within the brackets of an expression. */
const clause =
  /^(with|select|from|(left |inner |cross )?join|where|group by|having|window|order by|limit|offset|union all|insert into|values|on conflict|update|delete from|set|returning|for update)$/i;

/** The words in front of which a long clause may be split. */
const conjunction = /^(and|or|on|when|else)$/i;

const maxWidth = 120;

const tokens = new RegExp(
  String.raw`(?<space>\s*)(?<token>--[^\n]*|'(?:[^']|'')*'|"[^"]*"|(?:${phrases.join("|").replaceAll(" ", String.raw`\s+`)})\b|[(),]|(?:(?!--)[^\s(),'"])+)`,
  "gi",
);

/** A token, and whether white space is in front of it. */
interface Token {
  text: string;
  isSpaced: boolean;
}

/**
 * Lays out SQL for readers: a line per clause, and subqueries indented. Only white space changes. The layout does not
 * depend on the white space of the text, so it stays the same while the source of a statement is moved.
 */
export function formatSql(sql: string): string {
  const lines: string[] = [];
  /** For each open bracket, whether it holds a subquery. */
  const brackets: boolean[] = [];
  let line: Token[] = [];
  const depth = () => brackets.filter(Boolean).length;
  const endLine = () => {
    if (line.length > 0) lines.push(...wrap(line, "  ".repeat(depth())));
    line = [];
  };

  const all = tokensOf(sql);
  for (const [index, token] of all.entries()) {
    const { text } = token;
    const holdsSubquery = brackets.at(-1) ?? true;
    if (text === ")" && holdsSubquery) endLine();
    if (text.startsWith("--") || (holdsSubquery && clause.test(text))) endLine();
    if (text === ")") brackets.pop();
    line.push(token);
    if (text.startsWith("--")) endLine();
    if (text !== "(") continue;
    const content = all.slice(index).find((each) => each.text !== "(")?.text ?? "";
    const opensSubquery = /^(select|with|insert into|update|delete from|--.*)$/i.test(content);
    if (opensSubquery) endLine();
    brackets.push(opensSubquery);
  }
  endLine();
  return `${lines.join("\n")}\n`;
}

function tokensOf(sql: string): Token[] {
  return [...sql.matchAll(tokens)].map(({ groups }) => {
    const { space = "", token = "" } = groups!;
    const isQuoted = /^(--|'|")/.test(token);
    return { text: isQuoted ? token.trimEnd() : token.replace(/\s+/g, " "), isSpaced: space !== "" };
  });
}

/**
 * The lines of a clause. Each assignment of a `set` has its line. Any other long clause is split after a comma or before
 * a conjunction, within the fewest brackets and cases.
 */
function wrap(line: Token[], indent: string): string[] {
  const lines: string[] = [];
  const isSet = /set$/i.test(line[0]!.text) || line.some(({ text }) => text.toLowerCase() === "do update set");
  let current = indent;
  let split: { at: number; depth: number } | undefined;
  let depth = 0;
  const breakAt = (at: number) => {
    lines.push(current.slice(0, at));
    current = `${indent}  ${current.slice(at).trimStart()}`;
    split = undefined;
  };

  for (const [index, { text, isSpaced }] of line.entries()) {
    const before = line[index - 1]?.text;
    const isTight = index === 0 || before === "(" || text === ")" || text === "," || !isSpaced;
    const maySplit = !isTight && (before === "," || conjunction.test(text));
    if (maySplit && depth <= (split?.depth ?? depth)) split = { at: current.length, depth };
    if (isSet && depth === 0 && before === ",") breakAt(current.length);
    if (/^(\(|case)$/i.test(text)) depth += 1;
    if (/^(\)|end)$/i.test(text)) depth -= 1;
    current += isTight || current.trim() === "" ? text : ` ${text}`;
    if (current.length > maxWidth && split !== undefined) breakAt(split.at);
  }
  return [...lines, current];
}
