import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
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

/** Returns paths of sources in backquotes, without those that the document tells the reader to create. */
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

/** Rules that a source cites, `compatibility-v3 §5.2` or `docs/streaming §4`; several can follow one name. */
const CITATION = /(compatibility-v[23]|docs\/\w+)((?:[\s*,–]| and| to| with)+§\d+(?:\.\d+)?)+/g

describe.each([
  ['compatibility-v2', 'docs/compatibility-v2.md'],
  ['compatibility-v3', 'docs/compatibility-v3.md'],
  ['docs/streaming', 'docs/streaming.md'],
  ['docs/actions', 'docs/actions.md'],
])('the rules that sources cite as %s', (name, path) => {
  const rules = new Set(
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^##+ (\d+(?:\.\d+)?)\.? /gm)].map(
      ([, rule]) => rule,
    ),
  )
  const sources = ['src-main', 'src-shared', 'src-renderer', 'test'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }),
  )

  it('exist', () => {
    const cited = sources.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(CITATION)]
        .filter(([, document]) => document === name)
        .flatMap(([text]) => [...text.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, rule]) => ({ file, rule }))),
    )
    expect(cited.length).toBeGreaterThan(20)
    expect(cited.filter(({ rule }) => !rules.has(rule))).toEqual([])
  })
})
