import { type Address, beginCell, type Cell, Dictionary, SendMode } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadBlock } from '../../../src-main/chain/block/block.ts'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import { isBalanced } from '../../../src-main/devnet/collator/balance.ts'
import { openMasterchain } from '../../../src-main/devnet/collator/openedState.ts'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { guestbookCode } from '../../../src-main/devnet/scenario/code/guestbook.ts'
import { EXTRA_GIFT, EXTRA_SHARE, extraCurrency } from '../../../src-main/devnet/scenario/extraCurrency.ts'
import { library, libraryReference, signBody } from '../../../src-main/devnet/scenario/library.ts'
import {
  approveBody,
  multisig,
  NEXT_SEQNO,
  newOrderBody,
  orderAddress,
  orderCell,
} from '../../../src-main/devnet/scenario/multisig.ts'
import { externalMessage, sendFrom, type User, type Users } from '../../../src-main/devnet/scenario/users.ts'
import { sendBody, vesting } from '../../../src-main/devnet/scenario/vesting.ts'
import { messageCell, type Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { EXTRA_CURRENCY_ID } from '../../../src-main/devnet/zeroState/configuration.ts'
import { openLiteNetwork } from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import type { StackValue } from '../../../src-main/tvm/stackValue.ts'
import { exitCodeOf, type PlayedTransaction } from './playedScenario.ts'
import { isOf, openScene, received, type Scene } from './scene.ts'
import { withdrawBody } from './withdrawBody.ts'

describe('the multisig of the scenario', () => {
  let scene: Scene
  let purse: Address
  let orders: Address[]
  beforeAll(async () => {
    scene = await openScene([wallets, multisig])
    purse = scene.accountsOf('multisig v2')[0]!
    orders = scene.accountsOf('multisig order')
  })
  afterAll(() => scene.close())

  const raw = (...names: (keyof Users)[]) => names.map((name) => scene.users[name].address.toRawString())
  const order = async (seqno: number) => {
    const data = await scene.getMethods.call(orders[seqno]!, 'get_order_data')
    return {
      multisig: data.address().toRawString(),
      seqno: data.int(),
      threshold: data.int(),
      sentForExecution: data.int(),
      signers: people(data.cell()),
      approvalsMask: data.int(),
      approvals: data.int(),
      expiresAt: data.int(),
      order: data.cell(),
      left: data.left,
    }
  }

  it('has three signers and a proposer, and numbers its orders', async () => {
    const data = await scene.getMethods.call(purse, 'get_multisig_data')
    expect([data.int(), data.int()]).toEqual([2n, 2n])
    expect(people(data.cell())).toEqual(raw('alice', 'bob', 'carol'))
    expect(people(data.cell())).toEqual(raw('ivan'))
    expect(data.left).toBe(0)
  })

  it('returns the addresses of its orders', async () => {
    expect(orders).toHaveLength(2)
    for (const [seqno, address] of orders.entries()) {
      const stack = [{ type: 'int', value: BigInt(seqno) }] as const
      const answer = await scene.getMethods.call(purse, 'get_order_address', stack)
      expect(answer.address().equals(address)).toBe(true)
    }
  })

  it('has carried out the order that two signers approve', async () => {
    expect(await order(0)).toMatchObject({
      multisig: purse.toRawString(),
      seqno: 0n,
      threshold: 2n,
      sentForExecution: -1n,
      signers: raw('alice', 'bob', 'carol'),
      approvalsMask: 0b011n,
      approvals: 2n,
      left: 0,
    })
    expect(received(scene.transactions, scene.users.dave.address, purse)).toEqual([ton(25)])
  })

  it('has an order open that one signer approves, by a comment', async () => {
    expect(await order(1)).toMatchObject({
      seqno: 1n,
      sentForExecution: 0n,
      approvalsMask: 0b100n,
      approvals: 1n,
    })
    expect(received(scene.transactions, scene.users.ivan.address, purse)).toEqual([])
  })

  it('estimates what an order costs, the dearer the longer it may live', async () => {
    const { context, getMethods } = scene
    const body = orderCell([{ to: scene.users.dave.address, amount: ton(1) }])
    const estimate = async (days: number) => {
      const expiresAt = BigInt(context.now() + days * 86_400)
      const stack = [
        { type: 'cell', cell: body },
        { type: 'int', value: expiresAt },
      ] as const
      return (await getMethods.call(purse, 'get_order_estimate', stack)).int()
    }
    expect(await estimate(1)).toBeGreaterThan(ton(0.002))
    expect(await estimate(30)).toBeLessThan(ton(0.005))
    expect(await estimate(30)).toBeGreaterThan(await estimate(1))
  })

  it('rejects a vote that is late or repeated', async () => {
    const { carol } = scene.users
    const transactions = await scene.after(() =>
      sendFrom(scene.context, carol, [
        { to: orders[0]!, amount: ton(0.1), bounce: true, body: approveBody(9, 2) },
        { to: orders[1]!, amount: ton(0.1), bounce: true, body: approveBody(9, 2) },
      ]),
    )
    const rejected = transactions.filter(isOf(carol.address)).flatMap(({ in: message }) => {
      const body = message?.body.beginParse()
      return body && body.remainingBits === 128 && body.loadUint(32) === 0xafaf283e
        ? [[body.loadUint(64), body.loadUint(32)]]
        : []
    })
    // Executed already; approved already.
    expect(rejected).toEqual([
      [9, 112],
      [9, 107],
    ])
    expect((await order(1)).approvals).toBe(1n)
  })

  it('accepts orders only from its signers and proposers', async () => {
    const { erin } = scene.users
    const body = newOrderBody({
      queryId: 7,
      seqno: NEXT_SEQNO,
      fromSigner: true,
      index: 0,
      expiresAt: scene.context.now() + 600,
      order: orderCell([{ to: erin.address, amount: ton(100) }]),
    })
    const transactions = await scene.after(() =>
      sendFrom(scene.context, erin, [{ to: purse, amount: ton(1), bounce: true, body }]),
    )
    expect(transactions.filter(isOf(purse)).map(exitCodeOf)).toEqual([1007])
    expect(await scene.context.account(orderAddress(purse, 2n))).toBeUndefined()
  })

  it('carries the open order out once a second signer agrees', async () => {
    const { alice, ivan, treasury } = scene.users
    const transactions = await scene.after(() =>
      sendFrom(scene.context, alice, [
        { to: orders[1]!, amount: ton(0.2), bounce: true, body: approveBody(10, 0) },
      ]),
    )
    expect(received(transactions, ivan.address, purse)).toEqual([ton(40)])
    expect(received(transactions, treasury.address, purse)).toEqual([ton(5)])
    expect(await order(1)).toMatchObject({ sentForExecution: -1n, approvalsMask: 0b101n })
  })

  it('changes its signers by an order, which ends orders of the earlier ones', async () => {
    const { alice, bob, ivan, dave } = scene.users
    const expiresAt = scene.context.now() + 3600
    const propose = (seqno: bigint, who: { fromSigner: boolean; index: number }, order: Cell): Transfer => ({
      to: purse,
      amount: ton(1),
      bounce: true,
      body: newOrderBody({ queryId: 20, seqno, ...who, expiresAt, order }),
    })
    const approve = (seqno: bigint, index: number): Transfer => ({
      to: orderAddress(purse, seqno),
      amount: ton(0.2),
      bounce: true,
      body: approveBody(21, index),
    })
    const transfer = orderCell([{ to: dave.address, amount: ton(3) }])
    await scene.after(() =>
      sendFrom(scene.context, ivan, [propose(2n, { fromSigner: false, index: 0 }, transfer)]),
    )
    // The new params, and then by a message of the purse to itself one more transfer.
    const change = ordered([
      updateParams(1, [alice.address, bob.address]),
      sendMessage({ to: purse, amount: ton(0.05), bounce: true, body: executeInternal(transfer) }),
    ])
    await scene.after(() =>
      sendFrom(scene.context, bob, [propose(3n, { fromSigner: true, index: 1 }, change)]),
    )
    const transactions = await scene.after(() => sendFrom(scene.context, alice, [approve(3n, 0)]))
    expect(received(transactions, dave.address, purse)).toEqual([ton(3)])
    const data = await scene.getMethods.call(purse, 'get_multisig_data')
    expect([data.int(), data.int()]).toEqual([4n, 1n])
    expect(people(data.cell())).toEqual(raw('alice', 'bob'))
    expect(data.next()).toEqual({ type: 'null' })

    // Enough approvals, but of the signers at the time of the proposal.
    await sendFrom(scene.context, alice, [approve(2n, 0)])
    const late = await scene.after(() => sendFrom(scene.context, bob, [approve(2n, 1)]))
    expect(late.filter(isOf(purse)).map(exitCodeOf)).toEqual([102])
    expect(received(late, dave.address, purse)).toEqual([])
  })
})

function sendMessage(transfer: Transfer): Cell {
  return beginCell().storeUint(0xf1381e5b, 32).storeUint(1, 8).storeRef(messageCell(transfer)).endCell()
}

function updateParams(threshold: number, signers: readonly Address[]): Cell {
  const members = Dictionary.empty(Dictionary.Keys.Uint(8), Dictionary.Values.Address())
  for (const [index, signer] of signers.entries()) members.set(index, signer)
  const root = beginCell().storeDictDirect(members).endCell()
  return beginCell().storeUint(0x1d0cfbd3, 32).storeUint(threshold, 8).storeRef(root).storeBit(0).endCell()
}

function executeInternal(order: Cell): Cell {
  return beginCell().storeUint(0xa32c59bf, 32).storeUint(0, 64).storeRef(order).endCell()
}

/** An order of these actions. */
function ordered(actions: readonly Cell[]): Cell {
  const dictionary = Dictionary.empty(Dictionary.Keys.Uint(8), Dictionary.Values.Cell())
  for (const [index, action] of actions.entries()) dictionary.set(index, action)
  return beginCell().storeDictDirect(dictionary).endCell()
}

function people(root: Cell): string[] {
  return Dictionary.loadDirect(Dictionary.Keys.Uint(8), Dictionary.Values.Address(), root)
    .values()
    .map((address) => address.toRawString())
}

describe('the vesting wallet of the scenario', () => {
  let scene: Scene
  let wallet: Address
  let start: bigint
  const MONTH = 30n * 86_400n
  beforeAll(async () => {
    scene = await openScene([wallets, vesting])
    wallet = scene.accountsOf('vesting wallet')[0]!
  })
  afterAll(() => scene.close())

  const lockedAt = async (time: bigint) => {
    const stack = [{ type: 'int', value: time }] as const
    return (await scene.getMethods.call(wallet, 'get_locked_amount', stack)).int()
  }

  it('has a schedule with a cliff', async () => {
    const data = await scene.getMethods.call(wallet, 'get_vesting_data')
    start = data.int()
    expect([data.int(), data.int(), data.int(), data.int()]).toEqual([
      12n * MONTH,
      MONTH,
      3n * MONTH,
      ton(1200),
    ])
    expect(data.address().equals(scene.users.treasury.address)).toBe(true)
    expect(data.address().equals(scene.users.erin.address)).toBe(true)
  })

  it('unlocks the amounts of its schedule', async () => {
    const months = [0n, 2n, 3n, 5n, 11n, 13n].map((month) => lockedAt(start + month * MONTH))
    expect(await Promise.all(months)).toEqual([1200, 1200, 900, 700, 100, 0].map(ton))
    expect(await lockedAt(BigInt(scene.context.now()))).toBe(ton(700))
  })

  it('has a whitelist', async () => {
    const { frank, grace, dave } = scene.users
    const list = (await scene.getMethods.call(wallet, 'get_whitelist')).next()
    const hashes = [frank, grace].map(({ address }) => BigInt(`0x${address.hash.toString('hex')}`))
    expect(lispList(list)).toHaveLength(2)
    expect(lispList(list)).toEqual(expect.arrayContaining(hashes.map((hash) => [0n, hash])))
    for (const [somebody, answer] of [
      [frank, -1n],
      [dave, 0n],
    ] as const) {
      const cell = beginCell().storeAddress(somebody.address).endCell()
      const answered = await scene.getMethods.call(wallet, 'is_whitelisted', [{ type: 'slice', cell }])
      expect(answered.int()).toBe(answer)
    }
  })

  it('has sent what was free, and what was locked to the whitelist', async () => {
    const { dave, frank } = scene.users
    expect(received(scene.transactions, dave.address, wallet)).toEqual([ton(150)])
    expect(received(scene.transactions, frank.address, wallet)).toEqual([ton(30)])
  })

  it('sends locked amounts only to allowed receivers', async () => {
    const { erin, dave, grace } = scene.users
    const spend = (amount: bigint, to: Address) => () =>
      sendFrom(scene.context, erin, [
        { to: wallet, amount: ton(0.1), bounce: true, body: sendBody(5, { to, amount, bounce: true }) },
      ])
    // 1030 are left, 700 of them locked.
    expect(received(await scene.after(spend(ton(400), dave.address)), dave.address, wallet)).toEqual([])
    expect(received(await scene.after(spend(ton(400), grace.address)), grace.address, wallet)).toEqual([
      ton(400),
    ])
  })

  it('takes no order twice', async () => {
    const replayed = scene.of(wallet).find(({ in: message }) => message?.info.type === 'external-in')
    const { body } = replayed!.in!
    await expect(scene.context.send(externalMessage(wallet, body))).rejects.toMatchObject({
      name: 'MessageRefusedError',
      message: expect.stringContaining('exitcode=33'),
    })
  })
})

function lispList(list: StackValue): bigint[][] {
  if (list.type !== 'tuple') return []
  const [head, tail] = list.items
  if (head?.type !== 'tuple' || !tail) throw new Error('not a list of pairs')
  return [head.items.map((item) => (item.type === 'int' ? item.value : -1n)), ...lispList(tail)]
}

/** A result code of the action phase. */
const NOT_ENOUGH_EXTRA_CURRENCY = 38

describe('the extra currency of the scenario', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene([wallets, extraCurrency])
  })
  afterAll(() => scene.close())

  const amount = async ({ address }: { readonly address: Address }) =>
    (await scene.context.account(address))?.storage.balance.other?.get(EXTRA_CURRENCY_ID)

  it('is in the wallets of its receivers', async () => {
    const { giver, judy, ivan, alice } = scene.users
    expect(await amount(giver)).toBe(1_000_000_000_000n - EXTRA_GIFT)
    expect(await amount(judy)).toBe(EXTRA_GIFT - EXTRA_SHARE)
    expect(await amount(ivan)).toBe(EXTRA_SHARE)
    expect(await amount(alice)).toBeUndefined()
  })

  it('balances in the books of every block', () => {
    const { store } = scene.context.devnet
    const moved = scene.context.blocks.map((id) => {
      const { valueFlow } = parseCell(parseBocRoot(store.data(store.find(id)!)), 'Block', loadBlock)
      expect(isBalanced(valueFlow)).toBe(true)
      const of = (flow: 'imported' | 'exported' | 'toNextBlk') =>
        valueFlow[flow].other?.get(EXTRA_CURRENCY_ID) ?? 0n
      return { workchain: id.workchain, in: of('imported'), out: of('exported'), left: of('toNextBlk') }
    })
    expect(moved.filter((block) => block.out > 0n)).toEqual([
      { workchain: -1, in: 0n, out: EXTRA_GIFT, left: 1_000_000_000_000n - EXTRA_GIFT },
    ])
    expect(moved.filter((block) => block.in > 0n)).toEqual([
      { workchain: 0, in: EXTRA_GIFT, out: 0n, left: EXTRA_GIFT },
    ])
  })

  const give = (from: User, to: User, share: bigint, mode = SendMode.PAY_GAS_SEPARATELY) =>
    scene.after(() =>
      sendFrom(scene.context, from, [
        { to: to.address, amount: ton(0.1), mode, extraCurrencies: { [EXTRA_CURRENCY_ID]: share } },
      ]),
    )
  const actionOf = (transactions: readonly PlayedTransaction[], user: User) => {
    const last = transactions.filter(isOf(user.address)).at(-1)?.description
    return last && 'actionPhase' in last ? last.actionPhase : undefined
  }

  it('cannot be overspent by one who has some, nor by one who has none', async () => {
    const { ivan, alice, bob } = scene.users
    const actions = [
      actionOf(await give(ivan, bob, EXTRA_SHARE + 1n), ivan),
      actionOf(await give(alice, bob, 1n), alice),
    ]
    const failed = { success: false, valid: true, resultCode: NOT_ENOUGH_EXTRA_CURRENCY, msgsCreated: 0 }
    for (const action of actions) expect(action).toMatchObject(failed)
    const skipping = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS
    expect(actionOf(await give(ivan, bob, EXTRA_SHARE + 1n, skipping), ivan)).toMatchObject({
      success: true,
      skippedActions: 1,
      msgsCreated: 0,
    })
    expect([await amount(ivan), await amount(bob)]).toEqual([EXTRA_SHARE, undefined])
  })

  it('leaves no empty entry behind, and cannot be overspent by way of internal messages', async () => {
    const { ivan, heidi, bob } = scene.users
    await give(ivan, heidi, EXTRA_SHARE)
    expect([await amount(ivan), await amount(heidi)]).toEqual([undefined, EXTRA_SHARE])
    // A highload wallet sends itself a message first.
    const action = actionOf(await give(heidi, bob, EXTRA_SHARE + 1n), heidi)
    expect(action).toMatchObject({ resultCode: NOT_ENOUGH_EXTRA_CURRENCY })
    await give(heidi, bob, EXTRA_SHARE)
    expect([await amount(heidi), await amount(bob)]).toEqual([undefined, EXTRA_SHARE])
  })
})

describe('the library of the scenario', () => {
  let scene: Scene
  let librarian: Address
  let guestbook: Address
  beforeAll(async () => {
    scene = await openScene([wallets, library])
    librarian = scene.accountsOf('librarian')[0]!
    guestbook = scene.accountsOf('contract of library code')[0]!
  })
  afterAll(() => scene.close())

  const published = async () => {
    const { store } = scene.context.devnet
    const state = openMasterchain(await store.state({ id: store.head(), head: undefined }))
    return state.details.libraries.get(guestbookCode().hash())
  }

  it('is published by the librarian in the masterchain', async () => {
    expect(librarian.workChain).toBe(-1)
    expect([...(await published())!.publishers.keys()]).toEqual([librarian.hash])
    const kept = (await scene.getMethods.call(librarian, 'get_library')).cell()
    expect(kept.hash()).toEqual(guestbookCode().hash())
  })

  it('is the code of a contract that contains only a reference', async () => {
    const { code } = (await scene.context.state(guestbook))!
    expect(code.isExotic).toBe(true)
    expect(code.hash()).toEqual(libraryReference(guestbookCode()).hash())
    expect((await scene.getMethods.call(guestbook, 'get_entries')).int()).toBe(3n)
    const last = (await scene.getMethods.call(guestbook, 'get_last_guest')).address()
    const { alice, bob, carol } = scene.users
    expect([alice, bob, carol].some(({ address }) => address.equals(last))).toBe(true)
  })

  it('is served by the liteserver', async () => {
    const { devnet, now } = scene.context
    const server = await serveDevnet(devnet, { clock: now })
    const network = await openLiteNetwork({
      config: {
        liteservers: [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }],
        zeroState: devnet.store.zeroState,
      },
    })
    try {
      const wanted = [guestbookCode().hash(), Buffer.alloc(32, 1)]
      const found = await network.session().libraries(wanted)
      expect(found.map(({ hash }) => hash)).toEqual([guestbookCode().hash()])
      expect(parseBocRoot(found[0]!.data).hash()).toEqual(guestbookCode().hash())
    } finally {
      network.close()
      await server.close()
    }
  })

  it('is missing to its contract when it is no longer published', async () => {
    const { victor, dave } = scene.users
    const sign = () =>
      sendFrom(scene.context, dave, [{ to: guestbook, amount: ton(0.2), bounce: true, body: signBody(1) }])
    expect((await scene.after(sign)).filter(isOf(guestbook)).map(exitCodeOf)).toEqual([0])
    await scene.after(() =>
      sendFrom(scene.context, victor, [
        { to: librarian, amount: ton(1), bounce: true, body: withdrawBody(2) },
      ]),
    )
    expect(await published()).toBeUndefined()
    const [failed] = (await scene.after(sign)).filter(isOf(guestbook))
    expect(exitCodeOf(failed!)).toBe(9)
    await expect(scene.getMethods.call(guestbook, 'get_entries')).rejects.toThrow('ends with 9')
  })
})
