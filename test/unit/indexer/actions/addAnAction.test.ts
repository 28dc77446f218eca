import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beginCell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionType } from '../../../../src-main/indexer/actions/actionType.ts'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import type { Rule } from '../../../../src-main/indexer/actions/rule.ts'
import { NO_FACTS, traceOf } from './nestedTrace.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const ACTIONS = 'src-main/indexer/actions'

/** What a document says to create and to add. */
function readDocument(path: string) {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const [, file = '', source = ''] = /Create `([^`]+)`:\n\n```ts\n([\s\S]*?)```/.exec(text) ?? []
  const [, list = '', diff = ''] = /Add \w+ lines to `([^`]+)`:\n\n```diff\n([\s\S]*?)```/.exec(text) ?? []
  const [importLine = '', ...entries] = [...diff.matchAll(/^\+(.*)$/gm)].map(([, line = '']) => line)
  return { file, source, list, importLine, entries }
}

describe('an action that is added as docs/add-an-action.md says', () => {
  const directory = mkdtempSync(join(tmpdir(), 'add-an-action-'))
  let classify: typeof classifyTrace
  let lists: { readonly ACTION_TYPES: readonly ActionType[]; readonly RULES: readonly Rule[] }

  beforeAll(async () => {
    const contract = readDocument('docs/add-a-contract.md')
    const { file, source, list, importLine, entries } = readDocument('docs/add-an-action.md')
    for (const path of [ACTIONS, 'src-shared', 'package.json', 'tsconfig.base.json']) {
      cpSync(join(ROOT, path), join(directory, path), { recursive: true })
    }
    for (const path of ['src-main/chain', 'src-main/contracts', 'node_modules']) {
      symlinkSync(join(ROOT, path), join(directory, path))
    }
    writeFileSync(join(directory, contract.file), contract.source)
    writeFileSync(join(directory, file), source)
    const [type = '', rule = ''] = entries
    const listed = readFileSync(join(directory, list), 'utf8')
      .replace(/(ACTION_TYPES[^=]*= \[)/, `$1\n${type}`)
      .replace(/(RULES[^=]*= \[)/, `$1\n${rule}`)
    writeFileSync(join(directory, list), `${importLine}\n${listed}`)
    const load = (path: string) => import(pathToFileURL(join(directory, path)).href)
    lists = await load(list)
    classify = (await load(`${ACTIONS}/classify.ts`)).classifyTrace
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  const trace = traceOf({
    to: 'guest',
    sends: [
      {
        to: 'book',
        value: 50_000_000n,
        body: beginCell().storeUint(0x27d5a91b, 32).storeUint(7, 64).endCell(),
        sends: [
          {
            to: 'guest',
            value: 1n,
            body: beginCell().storeUint(0x6e02f4c8, 32).storeUint(7, 64).storeUint(3, 32).endCell(),
          },
        ],
      },
    ],
  })

  it('is classified, with what it is made of below it', () => {
    const { state, rows } = classify(trace, NO_FACTS)
    expect(state).toBe('ok')
    expect(rows.map(({ type }) => type)).toEqual(['guestbook_sign', 'call_contract', 'call_contract'])
    const [action, ...parts] = rows
    expect(action?.guestbook_sign_data).toEqual({ entry: 3 })
    for (const part of parts) expect(part.ancestor_type).toEqual(['guestbook_sign'])
  })

  it('has details for clients that ask for it', () => {
    const [action] = classify(trace, NO_FACTS).rows
    const type = lists.ACTION_TYPES.find(({ name }) => name === 'guestbook_sign')
    expect(action && type?.details?.(action)).toEqual({
      guest: action?.source,
      book: action?.destination,
      entry: 3,
    })
    expect(type?.since).toBe('named')
  })

  it('changes nothing of what is known without it', () => {
    const { rows } = classifyTrace(trace, NO_FACTS)
    expect(rows.map(({ type }) => type)).toEqual(['call_contract', 'call_contract'])
  })
})
