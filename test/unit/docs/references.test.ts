import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './sourceCopy.ts'

const DOCUMENTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
/** Folders that the paths of the documents begin in. */
const BASES = ['', 'src-main', 'src-main/http', 'src-renderer', 'src-shared', 'src-shared/schema', 'test']

/** Stands for any name. */
const PLACEHOLDER = /\bNAME\b/

/** Paths of sources in backquotes, without those that the document says to create. */
function sourcePaths(text: string): string[] {
  const created = new Set([...text.matchAll(/^Create `([^`]+)`/gm)].map(([, path]) => path))
  const quoted = text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|mjs|css|tolk))`/g)
  return [...quoted].flatMap(([, path = '']) => (created.has(path) || PLACEHOLDER.test(path) ? [] : [path]))
}

/** Targets of links to files, relative to the document. */
function linkTargets(text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
}

describe.each(DOCUMENTS)('the references of %s', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')

  it('name source files that exist', () => {
    const missing = sourcePaths(text).filter(
      (path) => !BASES.some((base) => existsSync(join(ROOT, base, path))),
    )
    expect(missing).toEqual([])
  })

  it('link to files that exist', () => {
    const missing = linkTargets(text).filter((target) => !existsSync(join(ROOT, dirname(document), target)))
    expect(missing).toEqual([])
  })
})
