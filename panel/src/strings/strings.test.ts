import ts from "typescript";
import { expect, test } from "vitest";
import { jsxText, textsOf } from "./texts";

/** The sources by their paths. */
const ALL = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.ts", "!../**/*.d.ts"], { query: "?raw", import: "default", eager: true });
/** Headers and parameters of protocols alone. */
const WITHOUT_TEXTS = ["../api/client.ts", "../auth/oauth.ts"];

const parse = (name: string, source: string) =>
  ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
const shownIn = (source: string) => textsOf(parse("a.tsx", source)).map((each) => each.shown);

// Paths of this folder are relative to it.
const sources = Object.entries(ALL).filter(([path]) => path.startsWith("../") && !WITHOUT_TEXTS.includes(path));
const modules = Object.entries(ALL).filter(([path]) => path.startsWith("./") && !/(texts|shown)\.ts$/.test(path));

test("all sources are looked at", () => {
  expect(sources.length).toBeGreaterThan(80);
  expect(modules.length).toBeGreaterThan(15);
});

test.each(sources)("%s takes its texts from strings", (path, source) => {
  const file = parse(path, source);
  const found = textsOf(file).map(({ node, shown }) => `line ${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}: ${shown}`);
  expect(found).toEqual([]);
});

test("every string is used", () => {
  const used = new Map<string, Set<string>>();
  for (const [, source] of sources) {
    const area = /from "[./]*strings\/(\w+)"/.exec(source)?.[1];
    for (const [, key] of area ? source.matchAll(/\bt\.(\w+)/g) : []) {
      used.set(area ?? "", (used.get(area ?? "") ?? new Set()).add(key ?? ""));
    }
  }
  const unused = modules.flatMap(([path, source]) => {
    const area = /(\w+)\.ts$/.exec(path)?.[1] ?? "";
    const keys = [...source.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key ?? "");
    return keys.filter((key) => !used.get(area)?.has(key)).map((key) => `${area}.${key}`);
  });
  expect(unused).toEqual([]);
});

test.each([
  ["<p>Denied. <b>Why?</b></p>", ["Denied. ", "Why?"]],
  ["<Section title=\"Items\" className=\"a b c\" />", ["Items"]],
  ["<p>{active ? `Ends in ${n} days` : \"no end\"}</p>", ["Ends in {0} days", "no end"]],
  ["const act = { name: \"Revoke\", title: \"Revoke it?\", effect: \"It ends.\" };", ["Revoke", "Revoke it?", "It ends."]],
  ["const columns = [{ title: \"Who\", cell: (row) => row.name ?? \"nobody\" }];", ["Who", "nobody"]],
  ["const WORDS: Record<string, string> = { a: \"first\" };", ["first"]],
  ["count(n, \"item\")", ["item"]],
  ["return \"Nothing was changed.\"", ["Nothing was changed."]],
])("%s has texts", (source, texts) => expect(shownIn(source)).toEqual(texts));

test.each([
  "<p className=\"a b\" style={{ margin: \"0 auto\" }}>{\" \"}–</p>",
  "<input placeholder=\"user:ann\" />",
  "<kbd>Ctrl K</kbd>",
  "import { a } from \"a b c\";",
  "throw new Error(\"it is not loaded\");",
  "if (status === \"active\") go(\"/people\");",
  "const line = `iam iam:users:invite --user ${id}`;",
])("%s has none", (source) => expect(shownIn(source)).toEqual([]));

test("a text of JSX over several lines is one of words and single spaces", () =>
  expect(jsxText("\n      It works once,\n      for a day.\n    ")).toBe("It works once, for a day."));
