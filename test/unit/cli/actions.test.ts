import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginCell } from '@ton/core'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { messageOf } from '#shared/messageOf.ts'
import { actionsCommand } from '../../../src-main/cli/actions.ts'
import { BocFileError } from '../../../src-main/cli/bocFile.ts'
import { UsageError } from '../../../src-main/cli/usageError.ts'
import { TraceJsonError } from '../../../src-main/indexer/actions/traceJson.ts'
import { sampleContents } from '../chain/archive/sampleNetwork.ts'

const folder = mkdtempSync(join(tmpdir(), 'tonscope-actions-'))
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

/** What the command prints. */
async function printed(...args: string[]) {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  expect(await actionsCommand(args)).toBe(0)
  return JSON.parse(log.mock.calls[0]?.[0])
}

const [FROM, TO] = ['1', '2'].map((digit) => `0:${digit.repeat(64)}`)
const hash = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const comment = beginCell().storeUint(0, 32).storeStringTail('Hi').endCell().toBoc().toString('base64')
const message = (source: string | null | undefined, destination: string | undefined) => ({
  hash: hash(source ? 1 : 2),
  source,
  destination,
  value: source ? '5' : null,
  created_lt: source ? '11' : null,
  created_at: source ? '100' : null,
  message_content: { body: source ? comment : '' },
})
const transaction = (own: number, account: string | undefined, inner: object) => ({
  account,
  hash: hash(own),
  lt: String(own * 10),
  now: 100,
  orig_status: 'active',
  end_status: 'active',
  description: { type: 'ord', aborted: false },
  ...inner,
})
const first = transaction(1, FROM, { in_msg: message(null, FROM), out_msgs: [message(FROM, TO)] })
const second = transaction(2, TO, { in_msg: message(FROM, TO), out_msgs: [] })
const trace = { trace_id: hash(1), transactions: { [first.hash]: first, [second.hash]: second } }

describe('tonscope actions', () => {
  it('prints the actions of an answer of the API as that serves them', async () => {
    const { actions } = await printed(file('traces.json', JSON.stringify({ traces: [trace] })))
    expect(actions).toMatchObject([
      { type: 'ton_transfer', details: { source: FROM, destination: TO, value: '5', comment: 'Hi' } },
    ])
  })

  it.each(['metadata of the wallet', 'no metadata'])(
    'knows from an answer what it states: %s',
    async (name) => {
      const address = { owner: FROM, jetton: `0:${'3'.repeat(64)}`, wallet: `0:${'4'.repeat(64)}` }
      const body = (opcode: number) =>
        beginCell()
          .storeUint(opcode, 32)
          .storeUint(7, 64)
          .storeCoins(5)
          .storeUint(0, 4)
          .storeUint(0, 6)
          .endCell()
      const jettonMessage = (i: number, source: string | undefined, destination: string, cell = body(0)) => ({
        ...message(source ?? null, destination),
        hash: hash(100 + i),
        created_lt: source ? String(i * 10 - 9) : null,
        message_content: { body: cell.toBoc().toString('base64') },
      })
      const asked = jettonMessage(2, FROM, TO as string, body(0x0f8a7ea5))
      const paid = jettonMessage(3, TO, address.wallet, body(0x178d4519))
      const transactions = [
        transaction(1, FROM, { in_msg: message(null, FROM), out_msgs: [asked] }),
        transaction(2, TO, { in_msg: asked, out_msgs: [paid] }),
        transaction(3, address.wallet, { in_msg: paid, out_msgs: [] }),
      ]
      const { owner, jetton, wallet } = address
      const metadata = {
        [wallet]: {
          is_indexed: true,
          token_info: [{ type: 'jetton_wallets', extra: { owner, jetton, balance: '5' } }],
        },
        [jetton]: {
          is_indexed: true,
          token_info: [{ type: 'jetton_masters', name: 'A' }, { type: 'other' }, null],
        },
      }
      const answer = {
        traces: [{ trace_id: hash(1), transactions }],
        address_book: {},
        ...(name === 'no metadata' ? {} : { metadata }),
      }
      const { actions } = await printed(file('answer.json', JSON.stringify(answer)))
      const types = actions.map(({ type }: { type: string }) => type)
      if (name === 'no metadata') return expect(types).toEqual(['call_contract', 'call_contract'])
      expect(actions).toMatchObject([
        {
          type: 'jetton_transfer',
          details: { asset: jetton, receiver: owner, receiver_jetton_wallet: wallet },
        },
      ])
    },
  )

  it('prints the rows of a single trace', async () => {
    const { rows } = await printed(file('trace.json', JSON.stringify(trace)), '--rows')
    expect(rows).toMatchObject([
      { type: 'ton_transfer', source: FROM, value: '5', ton_transfer_data: { content: 'Hi' } },
    ])
  })

  it('finds the traces that lie in blocks', async () => {
    const blocks = [...sampleContents().blocks].slice(0, 40)
    const files = blocks.map((block, i) => file(`block${i}.boc`, block.read()))
    const { rows } = await printed(...files, '--rows')
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(({ action_id }: { action_id: string }) => action_id)).size).toBe(rows.length)
  })

  it.each([
    ['no file', [], UsageError],
    ['an option that does not exist', ['x', '--row'], UsageError],
    ['a file that is absent', [join(folder, 'absent')], BocFileError],
    ['JSON that is no trace', [file('other.json', '{"a":1}')], TraceJsonError],
    ['an answer with actions alone', [file('actions.json', '{"actions":[],"metadata":{}}')], TraceJsonError],
    ['JSON that is cut off', [file('cut.json', '{"a":')], TraceJsonError],
    ['a file that is neither', [file('words', 'some words')], BocFileError],
  ] as const)('refuses %s', async (_name, args, error) => {
    await expect(actionsCommand(args)).rejects.toThrow(error)
  })

  it('finds a block in a field of JSON', async () => {
    const [block] = [...sampleContents().blocks].slice(0, 1)
    const json = JSON.stringify({ block: Buffer.from(block?.read() ?? '').toString('base64') })
    expect(await printed(file('block.json', json), '--rows')).toMatchObject({ rows: expect.any(Array) })
  })

  it('reads JSON after a byte order mark and in UTF-16', async () => {
    const json = `\uFEFF${JSON.stringify({ traces: [trace] })}`
    for (const content of [json, Buffer.from(json, 'utf16le')]) {
      vi.restoreAllMocks()
      expect((await printed(file('marked.json', content))).actions).toHaveLength(1)
    }
  })

  const fields =
    'the value needs the field traces, or needs the field events, or needs the field transactions'
  const torn = { traces: [{ ...trace, transactions: [{ ...first, lt: 'x' }] }] }
  const body = beginCell().storeUint(0, 32).storeStringTail('Hi').endCell().toBoc()
  it.each<[string, string | Uint8Array, string]>([
    ['another JSON', '{"a":1}', `no trace of the v3 API: ${fields}`],
    [
      'a field',
      JSON.stringify(torn),
      'no trace of the v3 API: traces.0.transactions.0.lt: is not a decimal number',
    ],
    ['actions alone', '{"actions":[]}', 'actions without their traces; Ask for'],
    ['cut JSON', '{"a":', 'not JSON: '],
    ['a body', body, 'not a block; it looks like a message body (text_comment)'],
    ['a body in JSON', JSON.stringify({ boc: comment }), 'not a block; it looks like a message body'],
    ['words', 'some words', 'not a bag of cells: in base64'],
  ])('names the file that it refuses: %s', async (name, content, reason) => {
    const path = file(name, content)
    await expect(actionsCommand([path]).catch((error) => Promise.reject(messageOf(error)))).rejects.toContain(
      `${path}: ${reason}`,
    )
  })

  it('names the file of facts that it refuses', async () => {
    const [block] = [...sampleContents().blocks].slice(0, 1)
    const facts = file('facts.json', '{"interfaces":{"x":{}}}')
    const path = file('a block.boc', block?.read() ?? '')
    await expect(actionsCommand([path, '--facts', facts])).rejects.toThrow(
      `${facts}: no facts of contracts: interfaces.x: is not a raw address`,
    )
  })

  it('prints comments as exact JSON without characters that a terminal acts on', async () => {
    const hostile = '\u009B31m\u202E\u001B[2J'
    const body = beginCell().storeUint(0, 32).storeStringTail(hostile).endCell().toBoc().toString('base64')
    const sent = { ...message(FROM, TO), message_content: { body } }
    const transactions = [
      { ...first, out_msgs: [sent] },
      { ...second, in_msg: sent },
    ]
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await actionsCommand([file('hostile.json', JSON.stringify({ trace_id: hash(1), transactions }))])
    const text = String(log.mock.calls[0]?.[0])
    expect(JSON.parse(text).actions[0].details.comment).toBe(hostile)
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u)
  })
})
