import { describe, expect, it } from 'vitest'
import { createChainGate } from '../../../src-main/gateway/chainGate.ts'
import { testApp } from '../http/testApp.ts'

const REPLACING = 'the devnet is being restored or reset; ask again in a second'
const unavailable = (message: string) => ({ name: 'ApiError', status: 503, retryAfter: 1, message })

/** Rejects a number of times, then resolves. */
function failing(times: number, onAsk: (asked: number) => void = () => {}) {
  let asked = 0
  const ask = async () => {
    onAsk(++asked)
    if (asked <= times) throw new Error(`failure ${asked}`)
    return `answer ${asked}`
  }
  return { ask, asked: () => asked }
}

describe('createChainGate', () => {
  it('calls an open chain at once, and rejects with its failures', async () => {
    const gate = createChainGate()
    expect(await gate.run(failing(0).ask)).toBe('answer 1')
    const question = failing(1)
    await expect(gate.run(question.ask)).rejects.toThrow('failure 1')
    expect(question.asked()).toBe(1)
  })

  it('sends requests that arrive during a replacement to the new chain', async () => {
    const gate = createChainGate()
    gate.close()
    const question = failing(0)
    const answers = [gate.run(question.ask), gate.run(question.ask, { once: true })]
    await Promise.resolve()
    expect(question.asked()).toBe(0)
    gate.open()
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2'])
  })

  it('repeats requests that failed during a replacement', async () => {
    const gate = createChainGate()
    const question = failing(1, (asked) => {
      if (asked > 1) return
      gate.close()
      setImmediate(() => gate.open())
    })
    expect(await gate.run(question.ask)).toBe('answer 2')
  })

  it('keeps an answer of the old chain that has already arrived', async () => {
    const gate = createChainGate()
    const question = failing(0, () => gate.close())
    expect(await gate.run(question.ask)).toBe('answer 1')
  })

  it('sends a message once', async () => {
    const gate = createChainGate()
    const message = failing(1, () => gate.close())
    await expect(gate.run(message.ask, { once: true })).rejects.toMatchObject(unavailable(REPLACING))
    expect(message.asked()).toBe(1)
  })

  it('rejects a request after several replacements', async () => {
    const gate = createChainGate()
    const question = failing(100, () => {
      gate.close()
      setImmediate(() => gate.open())
    })
    await expect(gate.run(question.ask)).rejects.toMatchObject(unavailable(REPLACING))
    expect(question.asked()).toBe(5)
  })

  it('bounds the wait and the number of waiting requests', async () => {
    const gate = createChainGate({ waitMs: 1, maxWaiting: 2 })
    gate.close()
    const question = failing(0)
    const waiting = [gate.run(question.ask), gate.run(question.ask)].map((answer) =>
      answer.catch((error) => error),
    )
    await expect(gate.run(question.ask)).rejects.toMatchObject(unavailable(REPLACING))
    expect(await Promise.all(waiting)).toMatchObject([unavailable(REPLACING), unavailable(REPLACING)])
    gate.open()
    expect(await gate.run(question.ask)).toBe('answer 1')
  })

  it('rejects requests of clients that have disconnected', async () => {
    const gate = createChainGate()
    gate.close()
    const client = new AbortController()
    const answer = gate.run(failing(0).ask, { signal: client.signal })
    client.abort(new Error('gone'))
    await expect(answer).rejects.toThrow('gone')
    await expect(gate.run(failing(0).ask, { signal: client.signal })).rejects.toThrow('gone')
  })

  it('rejects with the reason if no chain follows', async () => {
    const gate = createChainGate()
    gate.close()
    const answer = gate.run(failing(0).ask)
    gate.fail('the devnet stopped: disk full')
    await expect(answer).rejects.toMatchObject(unavailable('the devnet stopped: disk full'))
  })

  it('answers over HTTP with Retry-After', async () => {
    const gate = createChainGate({ waitMs: 1 })
    gate.close()
    const v2 = {
      call: () => ({ result: gate.run(failing(0).ask), servers: () => [], indexHead: () => undefined }),
    }
    const response = await testApp(undefined, { v2 }).request('/api/v2/getMasterchainInfo')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toMatchObject({ ok: false, code: 503, error: REPLACING })
  })
})
