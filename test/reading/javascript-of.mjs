/**
 * TypeScript as JavaScript with every token on its own line, so that a line that ran is a line of the source. Node leaves out
 * types, but refuses parameter properties (`constructor(readonly name: string)`), which are assignments.
 */
import { stripTypeScriptTypes } from "node:module";
import { parseSync, Visitor } from "rolldown/utils";

const MODIFIERS = /\b(?:public|private|protected|override|readonly)\b\s*/y;

/** Returns the code without types, which are spaces now. */
export function javaScriptOf(text, path) {
  return stripTypeScriptTypes(withAssignments(text, path));
}

/** Returns the code without types and without comments, as long as `javaScriptOf`. */
export function bareCodeOf(javaScript) {
  const { comments } = parsed(javaScript, "source.js");
  return comments.reduceRight(
    (code, { start, end }) => code.slice(0, start) + blank(code.slice(start, end)) + code.slice(end),
    javaScript,
  );
}

/** Parameter properties become parameters, and assignments at the beginning of the constructor. */
function withAssignments(text, path) {
  if (!text.includes("constructor(")) return text;
  const changes = [];
  const program = parsed(text, path);
  new Visitor({
    MethodDefinition({ kind, value }) {
      if (kind !== "constructor" || value.body === null) return;
      const properties = value.params.filter(({ type }) => type === "TSParameterProperty");
      if (properties.length === 0) return;
      for (const { start } of properties) changes.push({ start, ...modifiersAt(text, start) });
      const names = properties.map(({ parameter }) => (parameter.left ?? parameter).name);
      const at = value.body.body.find(isSuperCall)?.end ?? value.body.start + 1;
      changes.push({ start: at, end: at, text: names.map((name) => ` this.${name} = ${name};`).join("") });
    },
  }).visit(program.program);
  return changes
    .toSorted((one, other) => other.start - one.start)
    .reduce((code, { start, end, text: put }) => code.slice(0, start) + put + code.slice(end), text);
}

const isSuperCall = ({ type, expression }) =>
  type === "ExpressionStatement" &&
  expression.type === "CallExpression" &&
  expression.callee.type === "Super";

function modifiersAt(text, start) {
  let end = start;
  for (;;) {
    MODIFIERS.lastIndex = end;
    const found = MODIFIERS.exec(text);
    if (found === null) return { end, text: blank(text.slice(start, end)) };
    end = MODIFIERS.lastIndex;
  }
}

function parsed(text, path) {
  const result = parseSync(path, text);
  if (result.errors.length > 0) throw new Error(`${path}: ${result.errors[0].message}`);
  return result;
}

const blank = (text) => text.replaceAll(/[^\n]/g, " ");
