/** The imports of a source file and the globals it uses, read from its syntax tree. */
import { parseAst } from "rolldown/parseAst";

export interface Import {
  specifier: string;
  /** "type" is erased; "dynamic" is loaded when the call runs. */
  kind: "static" | "dynamic" | "type";
}

export interface SourceModule {
  imports: readonly Import[];
  /** Global names as they are used: `process`, `Date.now`, `new Date()`. */
  globals: ReadonlySet<string>;
}

interface Node {
  type: string;
  [member: string]: unknown;
}

/** Type syntax that wraps an expression; everything else that begins with TS is erased. */
const EXPRESSIONS = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);

export function readModule(text: string): SourceModule {
  const imports: Import[] = [];
  const used = new Set<string>();
  const declared = new Set<string>();
  visit(parseAst(text, { lang: "ts" }) as unknown as Node, undefined, "", (node, parent, member) => {
    const found = importOf(node);
    if (found !== undefined) imports.push(found);
    if (node.type !== "Identifier") return;
    const name = node["name"] as string;
    if (isDeclaration(parent!, member)) declared.add(name);
    else if (isReference(parent!, member)) used.add(name).add(useOf(name, parent!));
  });
  const globals = [...used].filter((use) => !declared.has(use.replace(/^new /, "").replace(/[.(].*$/, "")));
  return { imports, globals: new Set(globals) };
}

type Visitor = (node: Node, parent: Node | undefined, member: string) => void;

function visit(node: Node, parent: Node | undefined, member: string, visitor: Visitor): void {
  visitor(node, parent, member);
  if (node.type.startsWith("TS") && !EXPRESSIONS.has(node.type) && node.type !== "TSTypeAnnotation") {
    // Inside types only imports count.
    for (const [child, key] of childrenOf(node)) {
      visit(child, node, key, (inner, at, name) => {
        if (inner.type === "TSImportType") visitor(inner, at, name);
      });
    }
    return;
  }
  for (const [child, key] of childrenOf(node)) visit(child, node, key, visitor);
}

function* childrenOf(node: Node): Generator<[Node, string]> {
  for (const [key, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof child === "object" && child !== null && "type" in child) yield [child as Node, key];
    }
  }
}

function importOf(node: Node): Import | undefined {
  const specifier = (node["source"] as Node | null | undefined)?.["value"];
  if (typeof specifier !== "string") return undefined;
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
      return { specifier, kind: isErased(node) ? "type" : "static" };
    case "ImportExpression":
      return { specifier, kind: "dynamic" };
    case "TSImportType":
      return { specifier, kind: "type" };
    default:
      return undefined;
  }
}

function isErased(node: Node): boolean {
  if (node["importKind"] === "type" || node["exportKind"] === "type") return true;
  const names = (node["specifiers"] ?? []) as Node[];
  return names.length > 0 && names.every((one) => (one["importKind"] ?? one["exportKind"]) === "type");
}

function isDeclaration(parent: Node, member: string): boolean {
  return (
    (parent.type === "VariableDeclarator" && member === "id") ||
    (/^(?:Import\w*Specifier)$/.test(parent.type) && member === "local") ||
    (/Function/.test(parent.type) && member !== "body") ||
    (/^(?:ArrayPattern|RestElement|AssignmentPattern)$/.test(parent.type) && member !== "right") ||
    (parent.type === "Property" && member === "value" && parent["shorthand"] === true) ||
    (parent.type === "CatchClause" && member === "param")
  );
}

function isReference(parent: Node, member: string): boolean {
  if (member === "property") return parent["computed"] === true;
  if (member === "key") return parent["computed"] === true;
  return !/Specifier$|^LabeledStatement$/.test(parent.type);
}

/** `Date` in `new Date()`, `Date.now`, or the name alone. */
function useOf(name: string, parent: Node): string {
  if (parent.type === "NewExpression" && (parent["arguments"] as unknown[]).length === 0) {
    return `new ${name}()`;
  }
  if (parent.type === "CallExpression" && (parent["callee"] as Node)["name"] === name) return `${name}()`;
  const property = parent.type === "MemberExpression" ? (parent["property"] as Node)["name"] : undefined;
  return typeof property === "string" && (parent["object"] as Node)["name"] === name
    ? `${name}.${property}`
    : name;
}
