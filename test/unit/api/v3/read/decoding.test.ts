import { type Builder, beginCell, type Cell } from '@ton/core'
import { afterAll, expect, test } from 'vitest'
import type { ReadName } from '../../../../../src-main/api/v3/context.ts'
import { answerQuery } from '../../../../../src-main/api/v3/read/answer.ts'
import { createContractNames } from '../../../../../src-main/api/v3/render/contractNames.ts'
import { PROOF_BOC, serializeBoc } from '../../../../../src-main/chain/cells/serializeBoc.ts'
import type {
  ParsedMcBlock,
  ParsedMessage,
  ParsedTransaction,
} from '../../../../../src-main/store/parsedBlock.ts'
import { unfoldingBody } from '../../../contracts/messages/unfoldingBody.ts'
import { indexFacts, sampleFacts } from '../../../store/queries/sampleIndex.ts'

const LARGE = 100
const opcode = (value: number): Builder => beginCell().storeUint(value, 32)
const comment = opcode(0).storeStringTail('for coffee').endCell()

/** The sample's first blocks, in which one transaction sends messages with these bodies. */
function factsWith(bodies: readonly Cell[]): {
  readonly facts: ParsedMcBlock[]
  readonly sender: ParsedTransaction
} {
  const facts = sampleFacts(1, 12)
  const sender = facts
    .flatMap(({ blocks }) => blocks.flatMap(({ transactions }) => transactions))
    .find(({ outMsgs }) => outMsgs.some(({ kind }) => kind === 'internal'))!
  const sent = sender.outMsgs.find(({ kind }) => kind === 'internal')!
  const outMsgs = bodies.map((body, index): ParsedMessage => {
    const hash = Buffer.alloc(32, 0x77)
    hash.writeUInt32BE(index)
    const boc = serializeBoc(body, PROOF_BOC)
    return {
      ...sent,
      hash,
      createdLt: sender.lt + BigInt(index + 1),
      body: { hash: body.hash(), boc, parts: Buffer.alloc(0) },
    }
  })
  const changed = (transaction: ParsedTransaction) =>
    transaction === sender ? { ...sender, outMsgs } : transaction
  return {
    sender: { ...sender, outMsgs },
    facts: facts.map(({ blocks, shardTops }) => ({
      shardTops,
      blocks: blocks.map((block) => ({ ...block, transactions: block.transactions.map(changed) })),
    })),
  }
}

const {
  facts,
  sender: { hash, outMsgs },
} = factsWith([...new Array<Cell>(LARGE).fill(unfoldingBody(comment, 9)), comment])
const index = indexFacts(facts)
afterAll(index.remove)

test('bodies that unfold are decoded within the budget of one answer, and ordinary ones after them completely', () => {
  const ask = (operation: ReadName, values: object) => {
    const answer = answerQuery(index.reader, createContractNames(), {
      operation,
      values: { limit: 1000, offset: 0, sort: 'asc', ...values },
      options: { addressBook: false, metadata: false, testOnly: false, offline: true, head: 0 },
    })
    if (answer.kind !== 'json') throw new Error(answer.kind)
    return JSON.parse(Buffer.from(answer.json).toString())
  }
  const [transaction] = ask('transactions', { hash: [hash] }).transactions
  const listed = ask('messages', { msg_hash: outMsgs.map((message) => message.hash) })
  for (const messages of [transaction.out_msgs, listed.messages]) {
    expect(messages).toHaveLength(LARGE + 1)
    const kinds = messages.map(
      ({ message_content: { decoded } }: { message_content: { decoded: Record<string, unknown> | null } }) =>
        decoded?.['@type'],
    )
    const last = kinds.pop()
    const decoded = kinds.filter((kind: unknown) => kind !== undefined).length
    expect([decoded > 5, decoded < LARGE, last]).toEqual([true, true, 'text_comment'])
    expect(kinds.slice(decoded)).toEqual(new Array(LARGE - decoded).fill(undefined))
  }
})
