import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A declaration that is exported by name. */
export type ExportedName = { readonly name: string; readonly line: number }

/** The layers whose exports must have doc comments. */
const DOCUMENTED = [
  'src-shared',
  'src-main/chain',
  'src-main/liteserver',
  'src-main/tvm',
  'src-main/store',
  'src-main/indexer',
]

/** Returns one line for each export of the documented layers under `root` that lacks a doc comment. */
export function docCommentFaults(root: string): string[] {
  return DOCUMENTED.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => `${folder}/${path}`)
      .sort(),
  ).flatMap((file) =>
    undocumentedExports(readFileSync(join(root, file), 'utf8')).map(
      ({ name, line }) => `${file}:${line}: ${name} is exported without a doc comment`,
    ),
  )
}

/**
 * Returns the exported functions, classes, types and interfaces of a source text that lack a doc comment. A constant
 * counts if a function is written in its place. The comment of one overload serves all of them.
 */
export function undocumentedExports(source: string): ExportedName[] {
  const tree = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true)
  const documented = new Set<string>()
  const missing: ExportedName[] = []
  for (const statement of tree.statements) {
    const name = isExported(statement) ? nameToDocument(statement) : undefined
    if (!name) continue
    if (hasDocComment(statement)) documented.add(name.text)
    else missing.push({ name: name.text, line: lineOf(tree, name) })
  }
  return missing.filter(({ name }) => !documented.has(name))
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  )
}

function nameToDocument(statement: ts.Statement): ts.Identifier | undefined {
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement)
  )
    return statement.name
  if (!ts.isVariableStatement(statement)) return undefined
  const [declaration] = statement.declarationList.declarations
  const { name, initializer } = declaration ?? {}
  const isFunction = initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
  return isFunction && name && ts.isIdentifier(name) ? name : undefined
}

function hasDocComment(statement: ts.Statement): boolean {
  return ts
    .getJSDocCommentsAndTags(statement)
    .some((doc) => ts.isJSDoc(doc) && (ts.getTextOfJSDocComment(doc.comment) ?? '').trim() !== '')
}

function lineOf(tree: ts.SourceFile, node: ts.Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
}
