import { createDecipheriv, createHmac } from 'node:crypto'
import type { Address, Cell } from '@ton/core'
import {
  WalletContractV1R3,
  WalletContractV2R1,
  WalletContractV2R2,
  WalletContractV3R1,
  WalletContractV3R2,
  WalletContractV4,
  WalletContractV5R1,
} from '@ton/ton'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSnake } from '../../../src-main/contracts/snake.ts'
import { readWallet } from '../../../src-main/contracts/walletStorage.ts'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { sharedSecret } from '../../../src-main/devnet/scenario/encryptedComment.ts'
import { scenarioSteps } from '../../../src-main/devnet/scenario/scenarioSteps.ts'
import {
  closedWorkshop,
  LONG_COMMENT,
  mistypedAddress,
  openWorkshop,
  SECRET_COMMENT,
  unusedAddress,
} from '../../../src-main/devnet/scenario/transfers.ts'
import { exitCodeOf, type PlayedScenario, type PlayedTransaction, playScenario } from './playedScenario.ts'

const TIMEOUT = 120_000

describe('the scenario of a first start', () => {
  let played: PlayedScenario
  beforeAll(async () => {
    played = await playScenario(scenarioSteps)
  }, TIMEOUT)
  afterAll(() => played.context.close())

  const received = (to: Address, from: Address) =>
    played
      .of(to)
      .filter(
        ({ in: message }) => message?.info.type === 'internal' && from.equals(message.info.src as Address),
      )
  const comments = (transactions: readonly PlayedTransaction[]) =>
    transactions.flatMap(({ in: message }) => (message ? (commentOf(message.body) ?? []) : []))

  it('leaves no message on its way', () => {
    expect(played.context.devnet.waitingMessages).toBe(0)
  })

  it('is quick: few blocks, many messages in each', () => {
    expect(played.context.devnet.store.head().seqno).toBeLessThan(60)
    expect(played.transactions.length).toBeGreaterThan(400)
  })

  it('makes the same blocks of the same seed', { timeout: TIMEOUT }, async () => {
    const again = await playScenario(scenarioSteps)
    expect(again.context.devnet.store.head()).toEqual(played.context.devnet.store.head())
    expect(again.context.accounts).toEqual(played.context.accounts)
    await again.context.close()
  })

  it('lists every account once, and each of them has transactions', () => {
    const { accounts } = played.context
    expect(new Set(accounts.map(({ address }) => address)).size).toBe(accounts.length)
    expect(new Set(accounts.map(({ name }) => name)).size).toBe(accounts.length)
    const seen = new Set(
      played.transactions.map(({ workchain, accountAddr }) => `${workchain}:${accountAddr.toString('hex')}`),
    )
    expect(accounts.filter(({ address }) => !seen.has(address))).toEqual([])
  })

  it('lists wallets, tokens, domains and contracts by name and kind', () => {
    const names = Map.groupBy(played.context.accounts, ({ kind }) => kind)
    const named = (kind: string) => names.get(kind)?.map(({ name }) => name)
    const wallets = [...names].flatMap(([kind, accounts]) =>
      /^(wallet|highload) /.test(kind) ? accounts : [],
    )
    expect(wallets.map(({ name }) => name).sort()).toEqual(Object.keys(played.users).sort())
    expect(named('jetton master')).toEqual(['Paper Crane (USDP)', 'Copper Kettle (KTL)', 'Hostile jetton'])
    expect(named('jetton wallet')).toEqual(["alice's Paper Crane"])
    expect(named('NFT collection')).toEqual(['Birds of the Roof', 'Hostile collection'])
    expect(named('NFT item')).toEqual([
      'Swift #0',
      'Wagtail #1',
      'Goldfinch #2',
      'Redstart #3',
      'Blue tit #4',
      'Starling #5',
      'House sparrow #6',
      'Jackdaw #7',
      'Hostile item #0',
      'Hostile item #1',
      'Hostile item #2',
    ])
    expect(named('NFT sale')).toEqual(['sale of Wagtail #1', 'sale of Goldfinch #2'])
    expect(named('DNS root')).toEqual(['DNS root'])
    expect(named('DNS zone')).toEqual(['.ton'])
    expect(named('domain')).toEqual(['alice.ton', 'bobs-garage.ton', 'grace.ton', 'xn--lice-43d.ton'])
    expect(named('multisig v2')).toEqual(['Workshop purse (2 of 3)'])
    expect(named('multisig order')).toHaveLength(2)
    expect(named('vesting wallet')).toEqual(["Erin's vesting"])
    expect(named('pool')).toEqual(['Crane Pond share (TON-USDP)'])
  })

  describe('wallets', () => {
    it('are of every version, deployed and used', async () => {
      const kinds: Record<string, string> = {}
      for (const { name, address, version } of Object.values(played.users)) {
        const state = await played.context.state(address)
        const facts = state && readWallet(state.code, state.data)
        kinds[name] = facts?.type ?? version
        if (facts) expect(facts.seqno).toBeGreaterThan(0)
      }
      expect(kinds).toEqual({
        giver: 'wallet v3 r2',
        alice: 'wallet v4 r2',
        bob: 'wallet v5 r1',
        carol: 'wallet v3 r2',
        dave: 'wallet v3 r1',
        erin: 'wallet v2 r2',
        frank: 'wallet v2 r1',
        grace: 'wallet v1 r3',
        heidi: 'highload v3',
        ivan: 'wallet v4 r2',
        judy: 'wallet v5 r1',
        victor: 'wallet v3 r2',
        treasury: 'wallet v5 r1',
        mallory: 'wallet v5 r1',
      })
    })

    it('are at the addresses that other tools compute', () => {
      const { alice, bob, carol, dave, erin, frank, grace, victor } = played.users
      const of = ({ key, address }: typeof alice) => ({
        workchain: address.workChain,
        publicKey: key.publicKey,
      })
      const v5 = { publicKey: bob.key.publicKey, walletId: { networkGlobalId: -777 } }
      expect(
        [
          WalletContractV1R3.create(of(grace)),
          WalletContractV2R1.create(of(frank)),
          WalletContractV2R2.create(of(erin)),
          WalletContractV3R1.create(of(dave)),
          WalletContractV3R2.create(of(carol)),
          WalletContractV3R2.create(of(victor)),
          WalletContractV4.create(of(alice)),
          WalletContractV5R1.create(v5),
        ].map(({ address }) => address.toRawString()),
      ).toEqual(
        [grace, frank, erin, dave, carol, victor, alice, bob].map(({ address }) => address.toRawString()),
      )
    })

    it('pay many at once by highload v3', () => {
      const { heidi } = played.users
      const payday = played.of(heidi.address).find(({ out }) => out.length === 9)
      expect(payday?.in?.info.type).toBe('internal')
      for (const { info } of payday?.out ?? []) {
        expect(comments(received((info as { dest: Address }).dest, heidi.address))[0]).toMatch(/^Salary/)
      }
    })
  })

  describe('transfers', () => {
    it('have comments: short ones, in any script, and longer than a cell', () => {
      const { alice, carol, dave, erin } = played.users
      expect(comments(received(carol.address, alice.address))).toContain('Coffee and two croissants')
      expect(comments(received(dave.address, alice.address))).toContain('Спасибо! ありがとう 🎉')
      expect(comments(received(erin.address, alice.address))).toContain(LONG_COMMENT)
    })

    it('have a comment that only the recipient can read', () => {
      const { alice, bob } = played.users
      const [body] = received(alice.address, bob.address).flatMap(({ in: message }) =>
        message && opOf(message.body) === 0x2167da4b ? message.body : [],
      )
      const bytes = readSnake((body as Cell).beginParse().skip(32)) as Buffer
      // The keys xored: the recipient finds the sender's by her own.
      const sender = Buffer.from(bytes.subarray(0, 32).map((byte, at) => byte ^ alice.key.publicKey[at]!))
      expect(sender).toEqual(bob.key.publicKey)
      expect(decrypted(bytes.subarray(32), sharedSecret(alice.key, sender), bob.address)).toBe(SECRET_COMMENT)
    })

    it('go up to the masterchain and down', () => {
      const { alice, bob, victor } = played.users
      expect(comments(received(victor.address, bob.address))).toEqual(['Up to the masterchain'])
      expect(comments(received(alice.address, victor.address))).toEqual(['Down again'])
    })

    it('wait at an address without a contract', async () => {
      const account = await played.context.account(unusedAddress(played.context.seed))
      expect(account?.storage.state.type).toBe('uninit')
      expect(account?.storage.balance.coins).toBe(ton(2))
    })

    it('bounce from an address that does not exist', async () => {
      const mistyped = mistypedAddress(played.context.seed)
      expect(await played.context.account(mistyped)).toBeUndefined()
      const [back] = received(played.users.carol.address, mistyped)
      expect(back?.in?.info).toMatchObject({ bounced: true })
    })
  })

  describe('the workshop', () => {
    it('shows each way in which a message can fail', () => {
      const open = openWorkshop(played.users)
      const outcomes = played.of(open.address).map((transaction) => {
        const { description } = transaction
        if (description.type !== 'generic') throw new Error(description.type)
        const { aborted, bouncePhase, actionPhase } = description
        return [exitCodeOf(transaction), actionPhase?.resultCode, aborted, bouncePhase?.type]
      })
      expect(outcomes).toEqual(
        expect.arrayContaining([
          [0, 0, false, undefined],
          [65535, undefined, true, 'ok'],
          [9, undefined, true, 'ok'],
          [401, undefined, true, 'ok'],
          // Out of gas, and nothing is left to send back.
          [-14, undefined, true, 'no-funds'],
          // Not enough for the message that it sends.
          [0, 37, true, undefined],
        ]),
      )
    })

    it('sends its total in an external message', async () => {
      const open = openWorkshop(played.users)
      const told = played
        .of(open.address)
        .flatMap(({ out }) => out.filter(({ info }) => info.type === 'external-out'))
      expect(told.map(({ body }) => body.beginParse().skip(32).loadUint(64))).toEqual([7, 42])
      const state = await played.context.state(open.address)
      expect(state?.data.beginParse().skip(267).loadUint(64)).toBe(42)
    })

    it('is destroyed where its owner closed it', async () => {
      const closed = closedWorkshop(played.users)
      expect(await played.context.account(closed.address)).toBeUndefined()
      const last = played.of(closed.address).at(-1)
      expect(last?.description).toMatchObject({ destroyed: true })
      expect(last?.endStatus).toBe('non-existing')
    })
  })
})

function opOf(body: Cell): number | undefined {
  return body.bits.length >= 32 ? body.beginParse().loadUint(32) : undefined
}

function commentOf(body: Cell): string | undefined {
  return opOf(body) === 0 ? readSnake(body.beginParse().skip(32))?.toString('utf8') : undefined
}

/** Decrypts as the recipient's wallet does: the message key is checked against the decrypted text. */
function decrypted(envelope: Buffer, secret: Buffer, sender: Address): string {
  const [messageKey, data] = [envelope.subarray(0, 16), envelope.subarray(16)]
  const derived = createHmac('sha512', secret).update(messageKey).digest()
  const decipher = createDecipheriv('aes-256-cbc', derived.subarray(0, 32), derived.subarray(32, 48))
  const plain = Buffer.concat([decipher.setAutoPadding(false).update(data), decipher.final()])
  const salt = sender.toString({ urlSafe: true, bounceable: true, testOnly: false })
  const expected = createHmac('sha512', Buffer.from(salt)).update(plain).digest().subarray(0, 16)
  expect(messageKey).toEqual(expected)
  return plain.subarray(plain[0]).toString('utf8')
}
