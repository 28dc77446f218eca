import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accountKey } from '../../../../src-renderer/decode/accountKey.ts'
import {
  categoryWords,
  labelOrigin,
  loadKnownAccounts,
} from '../../../../src-renderer/decode/knownAccounts.ts'
import { hasShared, NEEDS_SHARED, recordedFile } from '../../../conformance/sharedData.ts'

describe('known accounts', () => {
  it('have valid keys, names of one line and categories with words', async () => {
    const known = await loadKnownAccounts()
    expect(known.size).toBe(405)
    for (const [key, account] of known) {
      expect(accountKey(key)).toBe(key)
      expect(key).toMatch(/^(?:0|-1):[0-9a-f]{64}$/)
      expect(account.name).toMatch(/^\S.{0,38}\S$/)
      expect(categoryWords(account), account.category).toMatch(/^[A-Za-z. ]+$/)
      expect(labelOrigin(account)).toContain('tonkeeper/ton-assets')
    }
  })
})

describe.skipIf(!hasShared)(`the list of known accounts (${NEEDS_SHARED})`, () => {
  it('is that of the reference, with the first name of an address', async () => {
    const { accounts } = JSON.parse(readFileSync(recordedFile('reference/known-accounts.json'), 'utf8')) as {
      accounts: { address: string; name: string; category: string }[]
    }
    const expected = new Map(
      accounts.toReversed().map(({ address, name, category }) => [accountKey(address), { name, category }]),
    )
    const known = await loadKnownAccounts()
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(expected))
  })
})
