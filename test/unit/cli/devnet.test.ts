import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address, beginCell, Cell, internal, storeMessage } from '@ton/core'
import { afterAll, describe, expect, it } from 'vitest'
import { devnetCommand } from '../../../src-main/cli/devnet.ts'
import { UsageError } from '../../../src-main/cli/usageError.ts'

const folder = mkdtempSync(join(tmpdir(), 'tonscope-send-'))
afterAll(() => rmSync(folder, { recursive: true }))
const to = Address.parseRaw(`0:${'5'.repeat(64)}`)
const { info } = internal({ to, value: 1n })
if (info.type !== 'internal') throw new Error('the message is internal')
const sent = { info: { ...info, src: to }, body: Cell.EMPTY }

describe('tonscope devnet', () => {
  it.each([
    [[], 'devnet takes status, faucet, send, step, keyblock, time, set, snapshot, restore, forget, reset'],
    [['explode'], 'devnet takes status'],
    [['constructor'], 'devnet takes status'],
    [['faucet'], 'devnet faucet needs more than that'],
    [['faucet', 'A', '1', '2'], "devnet faucet does not take '2'"],
    [['faucet', 'A', '1e9'], 'an amount in TON looks like 12.5, not 1e9'],
    [['faucet', 'A', '0'], 'an amount in TON looks like 12.5, not 0'],
    [['faucet', 'A', '-5'], 'an amount in TON looks like 12.5, not -5'],
    [['faucet', '-5', 'A', '--comment'], '--comment needs a value'],
    [['time', '+99999999999'], 'time takes a whole number of at most ten digits, not 99999999999'],
    [['step', 'x'], 'step takes a whole number, not x'],
    [['step', '--traffic', 'on'], 'devnet step takes no --traffic'],
    [['keyblock', '13'], "devnet keyblock does not take '13'"],
    [['time', '+'], 'time takes a whole number, not nothing'],
    [['set'], 'devnet set needs an option to set'],
    [['set', '--traffic', 'maybe'], '--traffic takes on or off, not maybe'],
    [['set', '--shards', '3'], '--shards takes 1, 2, 4, 8 or 16, not 3'],
    [['set', '--elections', 'x'], '--elections takes a whole number, not x'],
    [['status', '--url', 'nowhere'], '--url takes the address of a Tonscope, not nowhere'],
    [['status', '--colour'], 'devnet status has no option --colour'],
  ])('%j is refused as wrong use', async (args, message) => {
    const failure = devnetCommand(args)
    await expect(failure).rejects.toThrow(UsageError)
    await expect(failure).rejects.toThrow(message)
  })

  it('names the URL where no Tonscope answers', async () => {
    // No program listens on port 1.
    await expect(devnetCommand(['status', '--url', 'http://127.0.0.1:1'])).rejects.toThrow(
      'the Tonscope at http://127.0.0.1:1 does not answer; is it running?',
    )
  })

  it('reads a message before it sends a request', async () => {
    await expect(devnetCommand(['send', '/nowhere.boc'])).rejects.toThrow('/nowhere.boc: no such file')
  })

  it.each<[string, Cell, string]>([
    [
      'a body',
      beginCell().storeUint(0, 32).storeStringTail('Hi').endCell(),
      'not a message; it looks like a message body (text_comment)',
    ],
    [
      'an internal message',
      beginCell().store(storeMessage(sent)).endCell(),
      'a message of type internal; only external-in messages can be sent',
    ],
  ])('does not send what is no external message: %s', async (name, root, reason) => {
    const path = join(folder, name)
    writeFileSync(path, root.toBoc())
    await expect(devnetCommand(['send', path])).rejects.toThrow(`${path}: ${reason}`)
  })
})
