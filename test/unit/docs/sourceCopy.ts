import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A temporary copy of some sources of the repository, in which a document's steps can be followed. */
export type SourceCopy = {
  readonly root: string
  /** Imports a module of the copy. */
  load<Module>(file: string): Promise<Module>
  /** Returns the compiler's messages about files of the copy, `FILE: MESSAGE`. */
  compile(files: readonly string[]): string[]
  remove(): void
}

/**
 * Copies files and folders, with the project's settings.
 * @param linked folders that the copy only reads
 */
export function copySources(copied: readonly string[], linked: readonly string[] = []): SourceCopy {
  const root = mkdtempSync(join(tmpdir(), 'tonscope-docs-'))
  for (const path of [...copied, 'package.json', 'tsconfig.json', 'tsconfig.base.json']) {
    cpSync(join(ROOT, path), join(root, path), { recursive: true })
  }
  for (const path of [...linked, 'node_modules']) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(root, path))
  }
  return {
    root,
    load: (file) => import(pathToFileURL(join(root, file)).href),
    compile(files) {
      const { options } = ts.parseJsonConfigFileContent(
        { extends: './tsconfig.json', include: [], files: [...files] },
        ts.sys,
        root,
      )
      const roots = files.map((file) => join(root, file))
      const program = ts.createProgram(roots, options)
      return files.flatMap((file) => {
        const source = program.getSourceFile(join(root, file))
        const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
        return found.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
      })
    },
    remove: () => rmSync(root, { recursive: true }),
  }
}
