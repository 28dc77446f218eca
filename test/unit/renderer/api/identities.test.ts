import { describe, expect, it, vi } from 'vitest'
import { IdentityLoader } from '../../../../src-renderer/api/identityLoader.ts'
import { type Identity, identitiesOf, UNKNOWN } from '../../../../src-renderer/decode/identity.ts'

const WALLET = `0:${'A'.repeat(64)}`
const MASTER = `0:${'B'.repeat(64)}`
const row = (interfaces: string[] | null, domain: string | null = null) => ({
  user_friendly: 'EQ',
  domain,
  interfaces,
})

describe('identitiesOf', () => {
  it('joins address book and metadata by account', () => {
    const token = { type: 'jetton_masters' as const, valid: true, name: 'Paper Crane' }
    const identities = identitiesOf({
      address_book: { [MASTER]: row(['jetton_master'], 'crane.ton') },
      metadata: { [MASTER]: { is_indexed: true, token_info: [token] } },
    })
    expect(identities.get(MASTER.toLowerCase())).toEqual({
      friendly: 'EQ',
      domain: 'crane.ton',
      interfaces: ['jetton_master'],
      tokens: [token],
    })
  })

  it('leaves out accounts that can be tokens where the answer has no metadata of them', () => {
    const unknown = `0:${'C'.repeat(64)}`
    const empty = `0:${'D'.repeat(64)}`
    const book = {
      [MASTER]: row(['jetton_master']),
      [WALLET]: row(['wallet_v4r2']),
      [unknown]: row([]),
      [empty]: row(null),
    }
    const known = [WALLET, empty].map((raw) => raw.toLowerCase())
    expect([...identitiesOf({ address_book: book }).keys()]).toEqual(known)
    expect([...identitiesOf({ address_book: book, metadata: {} }, true).keys()]).toHaveLength(4)
  })

  it('takes no friendly form from the book of an account that the index does not know', () => {
    const identities = identitiesOf({ address_book: { [WALLET]: row([]) } })
    expect(identities.get(WALLET.toLowerCase())?.friendly).toBeUndefined()
  })
})

describe('IdentityLoader', () => {
  it('requests the accounts of one screen together, each once', async () => {
    const asked: string[][] = []
    const loader = new IdentityLoader((keys) => {
      asked.push([...keys])
      return Promise.resolve(new Map([['a', { ...UNKNOWN, domain: 'a.ton' }]]))
    })
    const answers = await Promise.all([loader.load('a'), loader.load('b'), loader.load('a')])
    expect(asked).toEqual([['a', 'b']])
    expect(answers.map(({ domain }) => domain)).toEqual(['a.ton', undefined, 'a.ton'])
  })

  it('splits more than 200 accounts into several requests', async () => {
    const sizes: number[] = []
    const loader = new IdentityLoader((keys) => {
      sizes.push(keys.length)
      return Promise.resolve(new Map())
    })
    await Promise.all(Array.from({ length: 450 }, (_, i) => loader.load(String(i))))
    expect(sizes).toEqual([200, 200, 50])
  })

  it('leaves out accounts of a list that another answer names meanwhile, where liteservers are asked', async () => {
    vi.useFakeTimers()
    try {
      const asked: string[][] = []
      const named = new Map<string, Identity>()
      const loader = new IdentityLoader(
        (keys) => {
          asked.push([...keys])
          return Promise.resolve(new Map())
        },
        { known: (key) => named.get(key), isRemote: true },
      )
      const own = loader.load('own')
      await vi.advanceTimersByTimeAsync(20)
      expect(asked).toEqual([['own']])
      const listed = ['a', 'b', 'c', 'd'].map((key) => loader.load(key))
      await vi.advanceTimersByTimeAsync(100)
      for (const key of ['a', 'b', 'd']) named.set(key, { ...UNKNOWN, domain: `${key}.ton` })
      await vi.runAllTimersAsync()
      expect(asked).toEqual([['own'], ['c']])
      expect((await Promise.all([own, ...listed])).map(({ domain }) => domain)).toEqual([
        undefined,
        'a.ton',
        'b.ton',
        undefined,
        'd.ton',
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  it('rejects all waiting callers if the request fails, and sends a new one afterwards', async () => {
    let fails = true
    const loader = new IdentityLoader(() =>
      fails ? Promise.reject(new Error('offline')) : Promise.resolve(new Map()),
    )
    await expect(loader.load('a')).rejects.toThrow('offline')
    fails = false
    await expect(loader.load('a')).resolves.toEqual(UNKNOWN)
  })
})
