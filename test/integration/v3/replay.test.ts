import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContractJson, DISASSEMBLY_PATH } from '#shared/schema/disassembly.ts'
import { REPLAY_PATH, REPLAY_STEPS_PATH, type ReplayJson, type StepsJson } from '#shared/schema/replay.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { openScene, type Scene } from '../operations/scene.ts'
import { askV3 } from './askV3.ts'
import { openV3Scene, type V3Scene } from './v3Scene.ts'

/** Of the devnet's scenario, newest first. */
const TRANSACTIONS = Number(process.env.REPLAYED ?? 40)

type Enveloped<Result> = {
  readonly status: number
  readonly ok: boolean
  readonly result: Result
  readonly error?: string
}

async function ask<Result>(
  url: string,
  path: string,
  query: Readonly<Record<string, string | number>>,
): Promise<Enveloped<Result>> {
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const response = await fetch(`${url}${path}?${search}`)
  return { status: response.status, ...((await response.json()) as Omit<Enveloped<Result>, 'status'>) }
}

async function newest(url: string, count: number): Promise<readonly TransactionJson[]> {
  const { body } = await askV3(url, `transactions?limit=${count}&sort=desc`)
  return (body as { transactions: readonly TransactionJson[] }).transactions
}

function hasFailed({ description: { compute_ph: compute } }: TransactionJson): boolean {
  return compute !== undefined && !compute.skipped && compute.exit_code !== 0 && compute.exit_code !== 1
}

describe('replays on a devnet', () => {
  let scene: V3Scene & AsyncDisposable
  beforeAll(async () => {
    scene = await openV3Scene()
  })
  afterAll(() => scene[Symbol.asyncDispose]())

  const replay = (query: Readonly<Record<string, string | number>>) =>
    ask<ReplayJson>(scene.url, REPLAY_PATH, query)

  it(`ends ${TRANSACTIONS} transactions of the scenario as the chain did`, { timeout: 300_000 }, async () => {
    const read = await newest(scene.url, 500)
    // The last ones, and all earlier ones that failed.
    const transactions = read.filter((transaction, index) => index < TRANSACTIONS || hasFailed(transaction))
    expect(transactions.length).toBeGreaterThanOrEqual(TRANSACTIONS)
    let failed = 0
    for (const replayed of transactions) {
      const { account, lt, hash, description } = replayed
      const { result, error } = await replay({ account, lt })
      expect(error).toBeUndefined()
      const { transaction, outcome, steps } = result
      expect(transaction).toMatchObject({
        is_equal: true,
        differences: [],
        hash: Buffer.from(hash, 'base64').toString('hex'),
      })
      const compute = description.compute_ph
      const ran = compute !== undefined && !compute.skipped ? compute : undefined
      expect([outcome.exit_code, outcome.gas_used]).toEqual([ran?.exit_code ?? null, ran?.gas_used ?? '0'])
      if (hasFailed(replayed)) {
        failed++
        expect(steps.threw).toBe(steps.total - 1)
      }
      if (steps.total === steps.steps.length)
        expect(String(steps.steps.reduce((sum, { gas }) => sum + gas, 0))).toBe(outcome.gas_used)
    }
    expect(failed).toBeGreaterThan(0)
  })

  it('has each step at an instruction of the disassembly, with pages of steps', async () => {
    const { account, lt } = scene.external
    const { result } = await replay({ account, lt })
    const { result: contract } = await ask<ContractJson>(scene.url, DISASSEMBLY_PATH, { account })
    expect(contract.disassembly?.code_hash).toBe(result.code?.hash)
    const texts = new Map<string, string | undefined>(
      contract.disassembly?.blocks.flatMap(({ cell, instructions }) =>
        instructions.map(
          ({ offset, text }) => [`${cell}:${offset}`, text.split(' ')[0]] as [string, string | undefined],
        ),
      ),
    )
    const placed = result.steps.steps.filter(({ text }) => !text.startsWith('implicit'))
    for (const { text, cell, offset } of placed)
      expect(texts.get(`${cell}:${offset}`)).toBe(text.split(' ')[0])
    const { result: page } = await ask<StepsJson>(scene.url, REPLAY_STEPS_PATH, { account, lt, from: 10 })
    expect(page.steps.map(({ text }) => text)).toEqual(result.steps.steps.slice(10).map(({ text }) => text))
    expect(page.total).toBe(result.steps.total)
  })

  it('has the data and the actions after the run', async () => {
    const { account, lt } = scene.external
    const { result } = await replay({ account, lt })
    const { storage, registers } = result
    expect(storage.data_before).not.toBe(storage.data_after)
    expect(parseBocRoot(Buffer.from(storage.data_after ?? '', 'base64')).bits.length).toBeGreaterThan(0)
    expect(storage.actions).not.toBeNull()
    expect(registers.map(({ name }) => name)).toContain('c4')
  })

  it('adds up the gas by instruction, and by block with its method', async () => {
    const { account, lt } = scene.middle
    const { result } = await replay({ account, lt })
    const { instructions, blocks } = result.profile
    const total = (entries: readonly { readonly gas: number }[]) =>
      entries.reduce((sum, { gas }) => sum + gas, 0)
    expect(String(total(instructions))).toBe(result.outcome.gas_used)
    expect(total(blocks)).toBeLessThanOrEqual(total(instructions))
  })

  it('runs get-methods with their steps', async () => {
    const { result } = await replay({ account: scene.alice, method: 'seqno' })
    expect(result.method).toMatchObject({ name: 'seqno', method_id: 85143 })
    expect(result.outcome.exit_code).toBe(0)
    expect(String(result.steps.steps.reduce((sum, { gas }) => sum + gas, 0))).toBe(result.outcome.gas_used)
    const { result: unknown } = await replay({ account: scene.alice, method: 'no_such_method' })
    expect(unknown.outcome.exit_code).toBe(11)
    expect(unknown.steps.steps.at(-1)?.error?.code).toBe(11)
  })

  it('names methods of a dictionary and decodes the storage of known contracts', async () => {
    const { result } = await ask<ContractJson>(scene.url, DISASSEMBLY_PATH, { account: scene.alice })
    const methods = result.disassembly?.blocks.flatMap(({ instructions }) =>
      instructions.flatMap(({ blocks = [] }) => blocks.flatMap(({ method = [] }) => method)),
    )
    expect(methods).toEqual(expect.arrayContaining(['recv_internal', 'recv_external', 'seqno']))
    expect(result.storage?.value).toMatchObject({ seqno: expect.stringMatching(/^\d+$/) })
  })

  it.each([
    ['neither lt nor method', { account: '' }, 422, /needs either lt/],
    ['an address that is none', { account: 'x', lt: '1' }, 422, /account: not an address/],
    ['a stack that is no list', { account: '', method: 'seqno', stack: '{}' }, 422, /stack must be a list/],
    ['an unknown field', { account: '', lt: '1', colour: 'red' }, 422, /has no field colour/],
  ])('refuses %s', async (_name, query, status, text) => {
    const reply = await replay({ ...query, account: query.account || scene.alice })
    expect([reply.status, reply.ok]).toEqual([status, false])
    expect(reply.error).toMatch(text)
  })
})

describe('replays without an index', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene()
  })
  afterAll(() => scene[Symbol.asyncDispose]())

  it('reads what they need from liteservers', async () => {
    const { lt = '' } = scene.history[0] ?? {}
    const account = scene.accounts.get('alice') ?? ''
    const { result } = await ask<ReplayJson>(scene.url, REPLAY_PATH, { account, lt })
    expect(result.transaction?.is_equal).toBe(true)
    expect(result.steps.total).toBeGreaterThan(0)
  })

  it('refuse a logical time at which the account has no transaction', async () => {
    const { lt = '' } = scene.history.at(-1) ?? {}
    const account = scene.accounts.get('bob') ?? ''
    const reply = await ask<ReplayJson>(scene.url, REPLAY_PATH, { account, lt: String(BigInt(lt) + 100n) })
    expect(reply.status).toBe(404)
    expect(reply.error).toMatch(/no transaction with logical time/)
  })
})
