import { parseAst } from "rolldown/parseAst";

/** As the bundler writes what another chunk takes: a getter, for the sake of values that change later. */
const GETTER =
  /Object\.defineProperty\(exports, "([\w$]+)", \{\s*enumerable: true,\s*get: function \(\) \{\s*return ([\w$]+);\s*\}\s*\}\);/g;

/** A rolldown plugin: what never changes is exported as a plain property, quicker to load and a third as long. */
export const plainExports = {
  name: "plain-exports",
  renderChunk(code) {
    const changed = changedNames(parseAst(code));
    const plain = code.replace(GETTER, (getter, key, name) =>
      changed.has(name) ? getter : `exports.${key} = ${name};`,
    );
    // Exports stand at the end, behind all that a source map tells of.
    return { code: plain, map: null };
  },
};

/** Names that something is assigned to once they are declared, in whichever scope: too many rather than too few. */
function changedNames(node, names = new Set()) {
  if (node.type === "VariableDeclarator" && node.init === null) addNames(node.id, names);
  if (node.type === "AssignmentExpression" || node.type.startsWith("For")) addNames(node.left, names);
  if (node.type === "UpdateExpression") addNames(node.argument, names);
  for (const child of Object.values(node).flat()) {
    if (typeof child?.type === "string") changedNames(child, names);
  }
  return names;
}

/** @param target what is assigned to: a name, or a pattern with names in it */
function addNames(target, names) {
  if (target?.type === "Identifier") names.add(target.name);
  if (!target?.type?.endsWith("Pattern")) return;
  for (const part of [target.elements, target.properties, target.left].flat()) {
    addNames(part?.value ?? part?.argument ?? part, names);
  }
}
