import { Cell, Dictionary } from '@ton/core'
import type {
  ParsedAccountState,
  ParsedBlock,
  ParsedCell,
  ParsedMessage,
  ParsedTransaction,
} from '../../src-main/store/parsedBlock.ts'
import type { WalkedBlock, WalkedState, WalkedTransaction } from './walkedBlock.ts'

/** Facts in the form that an independent walk has them; every cell is opened by @ton/core and must have its hash. */
export function plainBlock({
  header,
  transactions,
  states,
}: Pick<ParsedBlock, 'header' | 'transactions' | 'states'>): WalkedBlock {
  return {
    header: { ...header, randSeed: hex(header.randSeed), createdBy: hex(header.createdBy) },
    transactions: transactions
      .toSorted((a, b) => a.account.compare(b.account) || Number(a.lt - b.lt))
      .map(plainTransaction),
    states: states.map(plainState),
  }
}

const hex = (bytes: Buffer | undefined) => bytes?.toString('hex')

function address(account: Buffer): string
function address(account: Buffer | undefined): string | undefined
function address(account: Buffer | undefined): string | undefined {
  return account && `${account.readInt8(0)}:${hex(account.subarray(1))}`
}

function opened({ hash, boc }: ParsedCell): string | undefined {
  const [root] = Cell.fromBoc(boc)
  if (!root?.hash().equals(hash)) throw new Error(`a cell of another hash than ${hex(hash)}`)
  return hex(hash)
}

function extraOf(boc: Buffer | undefined): Readonly<Record<number, bigint>> | undefined {
  if (!boc) return undefined
  const values = Dictionary.Values.BigVarUint(5)
  return Object.fromEntries(
    Dictionary.loadDirect(Dictionary.Keys.Uint(32), values, Cell.fromBoc(boc)[0] as Cell),
  )
}

function plainTransaction({ inMsg, outMsgs, ...facts }: ParsedTransaction): WalkedTransaction {
  return {
    ...facts,
    account: address(facts.account),
    hash: hex(facts.hash) as string,
    prevHash: hex(facts.prevHash),
    totalFeesExtra: extraOf(facts.totalFeesExtra),
    stateBefore: hex(facts.stateBefore),
    stateAfter: hex(facts.stateAfter),
    description: hex(Cell.fromBoc(facts.description)[0]?.hash()),
    inMsg: inMsg && plainMessage(inMsg),
    outMsgs: outMsgs.map(plainMessage),
  }
}

function plainMessage({ body, init, ...facts }: ParsedMessage) {
  return {
    ...facts,
    hash: hex(facts.hash),
    hashNorm: hex(facts.hashNorm),
    source: address(facts.source),
    destination: address(facts.destination),
    extra: extraOf(facts.extra),
    body: opened(body),
    init: init && opened(init),
  }
}

export function plainState({ shown, ...facts }: ParsedAccountState): WalkedState {
  const [root] = Cell.fromBoc(shown)
  if (!root?.hash(0).equals(facts.hash)) throw new Error('an account of another hash')
  return {
    ...facts,
    account: address(facts.account),
    hash: hex(facts.hash),
    extra: facts.extra && hex(Cell.fromBoc(facts.extra)[0]?.hash(0)),
    frozenHash: hex(facts.frozenHash),
    codeHash: hex(facts.codeHash),
    dataHash: hex(facts.dataHash),
    lastTransHash: hex(facts.lastTransHash),
  }
}
