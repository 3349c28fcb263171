import ts from "typescript";

/** Attributes and members whose value a person reads. */
const READ = new Set(["label", "title", "data-title", "description", "placeholder", "aria-label", "alt", "cancel", "none", "note", "empty", "summary", "tell", "text"]);
/** Attributes alone. */
const READ_ATTRIBUTES = new Set([...READ, "act"]);
/** Members of an act, which has a title. */
const OF_ACTS = new Set(["name", "effect"]);
/** Members that are a function, whose result a person reads. */
const SHOWN = new Set(["cell"]);
/** Functions, and which of their arguments a person reads. */
const READERS: Record<string, number> = { count: 1, setSaid: 0, setFailure: 0 };
/** Elements with keys of the keyboard. */
const KEYS = new Set(["kbd"]);

const LETTERS = /\p{L}{2}/u;
/** A key, a reference or an address, which is the same in every language. */
const KEY = /^[a-z_]+[:.][^\s:]\S*$/;
/** A text of several words, wherever it stands. */
const SENTENCE = /\p{L}{2,}[.,:;!?…]? +\p{L}/u;

/** A line for a shell. */
const COMMAND = /^(curl|iam|python3) -?\S/;

export interface Text {
  node: ts.JsxText | ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression;
  /** The text as it is shown; a place for each expression in a template. */
  shown: string;
}

/** The texts of a source file that a person reads, found by their places. */
export function textsOf(file: ts.SourceFile): Text[] {
  const found = new Map<ts.Node, Text>();
  const add = (node: Text["node"], shown: string) => {
    if (LETTERS.test(shown.replace(/\{\d+\}/g, "")) && !KEY.test(shown) && !COMMAND.test(shown)) found.set(node, { node, shown });
  };
  /** Adds the texts that an expression can have as its value. */
  const value = (node: ts.Node | undefined): void => {
    if (!node) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      add(node, shownOf(node));
      node.templateSpans.forEach((span) => value(span.expression));
    } else if (ts.isConditionalExpression(node)) {
      value(node.whenTrue);
      value(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken) value(node.left);
      if (kind !== ts.SyntaxKind.EqualsEqualsEqualsToken && kind !== ts.SyntaxKind.ExclamationEqualsEqualsToken && kind !== ts.SyntaxKind.EqualsToken) value(node.right);
      if (kind === ts.SyntaxKind.PlusToken) value(node.left);
    } else if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isJsxExpression(node)) value(node.expression);
    else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) value(node.body);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) {
      if (!KEYS.has(tagOf(node.parent))) add(node, jsxText(node.text));
    } else if (ts.isJsxAttribute(node)) {
      if (READ_ATTRIBUTES.has(node.name.getText(file))) value(node.initializer);
    } else if (ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent))) value(node.expression);
    else if (ts.isPropertyAssignment(node)) {
      const name = node.name.getText(file).replaceAll('"', "");
      if (READ.has(name) || SHOWN.has(name) || (OF_ACTS.has(name) && has(node.parent, "title"))) value(node.initializer);
      else if (isTable(node, file)) value(node.initializer);
    } else if (ts.isCallExpression(node)) {
      const at = READERS[node.expression.getText(file)];
      if (at !== undefined) value(node.arguments[at]);
    } else if (ts.isBindingElement(node)) {
      if (READ.has(node.name.getText(file))) value(node.initializer);
    } else if ((ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) && !isForMachines(node)) {
      if (SENTENCE.test(node.text)) add(node, node.text);
    } else if (ts.isTemplateExpression(node) && !isForMachines(node)) {
      if (SENTENCE.test(shownOf(node))) add(node, shownOf(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()].sort((a, b) => a.node.getStart(file) - b.node.getStart(file));
}

/** A text of JSX as it is shown: lines are trimmed and joined by a space. */
export function jsxText(raw: string): string {
  const lines = raw.split(/\r?\n/);
  return lines
    .map((line, i) => (i === 0 ? line : line.replace(/^[ \t]+/, "")))
    .map((line, i) => (i === lines.length - 1 ? line : line.replace(/[ \t]+$/, "")))
    .filter((line) => line !== "")
    .join(" ");
}

function shownOf(node: ts.TemplateExpression): string {
  return node.head.text + node.templateSpans.map((span, i) => `{${i}}${span.literal.text}`).join("");
}

function tagOf(node: ts.Node): string {
  return ts.isJsxElement(node) ? node.openingElement.tagName.getText() : "";
}

function has(node: ts.Node, member: string): boolean {
  return ts.isObjectLiteralExpression(node) && node.properties.some((each) => each.name?.getText() === member);
}

/** Whether a member is of a constant that says codes in words: `const WORDS: Record<string, string>`. */
function isTable(node: ts.PropertyAssignment, file: ts.SourceFile): boolean {
  const of = node.parent.parent;
  return ts.isVariableDeclaration(of) && /^Record<.+, string>$/.test(of.type?.getText(file) ?? "");
}

/** Whether a text is of the code, and no one reads it: an attribute such as a class, a module's name, an error for developers. */
function isForMachines(node: ts.Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isJsxAttribute(at)) return !READ_ATTRIBUTES.has(at.name.getText());
    if (ts.isImportDeclaration(at) || ts.isLiteralTypeNode(at)) return true;
    if (ts.isNewExpression(at) && at.expression.getText() === "Error") return true;
    if (ts.isFunctionDeclaration(at) || ts.isArrowFunction(at)) return false;
  }
  return false;
}
