/**
 * A devnet that runs until it is killed: `child.ts DIR`. It waits for a line on stdin, which can name a block FROM, opens
 * the directory, checks its blocks from FROM on, then makes blocks under traffic. It prints a line for each fact that
 * another process can have seen:
 *
 * - `block SEQNO ROOT_HASH`: a masterchain block at the start;
 * - `has HASH`, `waits HASH`: an external message in a block, and one in the pool, at the start;
 * - `ready SEQNO`: all that was found is well, up to this head;
 * - `accepted HASH`: an external message was taken;
 * - `head SEQNO ROOT_HASH`: readers see this masterchain block.
 */
import { hash } from 'node:crypto'
import { writeSync } from 'node:fs'
import type { Cell } from '@ton/core'
import { loadBlock } from '../../../../src-main/chain/block/block.ts'
import { loadBlockExtra } from '../../../../src-main/chain/block/blockExtra.ts'
import { loadInMsgDescr } from '../../../../src-main/chain/block/inMsgDescr.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../../../src-main/chain/blockId.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { applyMerkleUpdate } from '../../../../src-main/chain/merkle/merkleUpdate.ts'
import { openAccount } from '../../../../src-main/chain/state/account.ts'
import { parseCell } from '../../../../src-main/chain/tlb.ts'
import { Devnet } from '../../../../src-main/devnet/chain/devnet.ts'
import { openState } from '../../../../src-main/devnet/collator/openedState.ts'
import { TransactionExecutor } from '../../../../src-main/devnet/executor/transactionExecutor.ts'
import { GENESIS } from '../testDevnet.ts'
import { TestWallet } from '../wallet.ts'

const WALLETS = 8

const [dir] = process.argv.slice(2)
if (dir === undefined) throw new Error('usage: child.ts DIR')

/** Writes at once and unbuffered, so that lines before a kill are not lost. */
function say(...words: readonly (string | number)[]): void {
  writeSync(1, `${words.join(' ')}\n`)
}

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

/** Checks every masterchain block after `from`: its hashes, its predecessor and the state after it. */
async function checkChain({ store, zeroStates }: Devnet, from: number): Promise<void> {
  const head = store.head()
  for (const [workchain, zero] of [
    [MASTERCHAIN, zeroStates.masterchain],
    [0, zeroStates.basechain],
  ] as const) {
    const newest = workchain === MASTERCHAIN ? head : (store.tops()[0] as BlockIdExt)
    // The basechain begins one masterchain block later.
    const known = workchain === MASTERCHAIN ? from : Math.max(from - 1, 0)
    const first = store.findBySeqno({ ...zero.id, seqno: known })
    check(first !== undefined, `there is no block ${workchain}:${known}`)
    let before = first.id
    let state = await store.state(first)
    for (let seqno = before.seqno + 1; seqno <= newest.seqno; seqno++) {
      const block = store.findBySeqno({ ...zero.id, seqno })
      check(block?.head !== undefined, `block ${workchain}:${seqno} is missing`)
      const data = store.data(block)
      check(hash('sha256', data, 'buffer').equals(block.id.fileHash), `file hash of ${workchain}:${seqno}`)
      const root = parseBocRoot(data)
      check(root.hash().equals(block.id.rootHash), `root hash of ${workchain}:${seqno}`)
      const { info, extra } = parseCell(root, 'Block', loadBlock)
      check(info.prevRef[0].rootHash.equals(before.rootHash), `what ${workchain}:${seqno} follows`)
      state = applyMerkleUpdate(state, root.refs[2] as Cell)
      check(state.hash().equals(block.head.stateHash), `state after ${workchain}:${seqno}`)
      before = block.id
      const { inMsgDescr } = parseCell(extra, 'BlockExtra', loadBlockExtra)
      for (const { key, value } of parseCell(inMsgDescr, 'InMsgDescr', loadInMsgDescr).entries()) {
        if (value.kind === 'ext') say('has', key.toString('hex'))
      }
      if (workchain !== MASTERCHAIN) continue
      check(store.signatures(seqno)?.signatures.length === 1, `signatures of ${seqno}`)
      say('block', seqno, block.id.rootHash.toString('hex'))
    }
    check(before.rootHash.equals(newest.rootHash), `the newest block of ${workchain}`)
    const newestState = await store.state({ id: newest, head: undefined })
    check(newestState.hash().equals(state.hash()), `the newest state of ${workchain}`)
  }
}

// Compiled before it is waited for.
await TransactionExecutor.create()
const from = await new Promise<number>((resolve) =>
  process.stdin.once('data', (data) => resolve(Number(data))),
)
process.stdin.destroy()

const devnet = await Devnet.create({
  seed: 'kill',
  genesisTime: GENESIS,
  dir,
  clock: () => GENESIS,
  // Saved often, so that some are killed at it.
  store: { saveEvery: 5, savedStates: 6 },
})
await checkChain(devnet, from)
for (const message of devnet.waiting()) say('waits', message.toString('hex'))
say('ready', devnet.store.head().seqno)

const giver = TestWallet.giver(devnet.keys.giver)
const wallets = [giver, ...Array.from({ length: WALLETS }, (_, index) => TestWallet.basechain(index))]
if (devnet.store.head().seqno === 0) await devnet.step()

/** A wallet's next message, undefined while it has no coins. */
async function seqnoOf(wallet: TestWallet): Promise<number | undefined> {
  const { store } = devnet
  const id = wallet === giver ? store.head() : (store.tops()[0] as BlockIdExt)
  const account = openState(await store.state({ id, head: undefined })).accounts.get(wallet.address.hash)
  const opened = account && openAccount(account.account)
  if (!opened) return undefined
  const { state } = opened.storage
  // wallet v3: seqno:uint32 first.
  return state.type === 'active' ? state.init.data?.beginParse().loadUint(32) : 0
}

for (;;) {
  for (const [index, wallet] of wallets.entries()) {
    const seqno = await seqnoOf(wallet)
    if (seqno === undefined) continue
    // A message follows from wallet and seqno: one that waits already is not joined by a rival.
    const to = wallets[1 + ((index + seqno) % WALLETS)] as TestWallet
    const amount = wallet === giver ? 1_000_000_000_000n : 1_000_000n
    const body = wallet.message([{ to: to.address, amount }], { now: GENESIS, seqno })
    await devnet.send(body)
    say('accepted', parseBocRoot(body).hash().toString('hex'))
  }
  const { masterchain } = await devnet.step()
  say('head', masterchain.seqno, masterchain.rootHash.toString('hex'))
}
