import { describe, expect, it } from 'vitest'
import { readRefusal } from '../../../../src-renderer/routes/send/refusal.ts'

const PREFIX = 'LITE_SERVER_UNKNOWN: cannot apply external message to current state : '

describe('readRefusal', () => {
  it('takes the log and the exit code apart from the sentence', () => {
    const text = `${PREFIX}External message was not accepted\nCannot run message on account: inbound external message rejected by transaction 0A:\nexitcode=33, steps=12, gas_used=0\nVM Log (truncated):\n...execute THROWIF 33\n`
    const { sentence, exit, log } = readRefusal(text)
    expect(sentence).toContain('The contract didn’t accept the message')
    expect(exit).toBe("exit 33: the contract's own code; in wallets: wrong seqno")
    expect(log).toMatch(/^Cannot run message on account.*THROWIF 33$/s)
  })

  it('keeps a sentence that it doesn’t know as it is', () => {
    expect(readRefusal('something else')).toEqual({
      sentence: 'something else',
      exit: undefined,
      log: undefined,
    })
  })

  it('explains what a nonexistent account needs', () => {
    expect(readRefusal(`${PREFIX}Failed to unpack account state`).sentence).toContain('send it coins first')
  })
})
