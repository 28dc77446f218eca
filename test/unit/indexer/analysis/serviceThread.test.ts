import { afterEach, describe, expect, it } from 'vitest'
import type { ServiceName } from '../../../../src-main/indexer/analysis/currentItem.ts'
import {
  type ServiceThread,
  startServiceThread,
} from '../../../../src-main/indexer/analysis/serviceThread.ts'

type Calls = {
  echo: { params: string; result: string }
  workOn: { params: Buffer; result: undefined }
  refuse: { params: string; result: never }
  askHost: { params: string; result: string }
  exitAt: { params: Buffer; result: never }
  exitAfterHost: { params: Buffer; result: never }
}

class TestFailure extends Error {
  readonly code: string
  readonly key: string | undefined

  constructor(code: string, message: string, key?: Buffer) {
    super(message)
    this.code = code
    this.key = key?.toString()
  }
}

const open: ServiceThread[] = []

function start() {
  const thread = startServiceThread({
    url: new URL('./serviceWorker.ts', import.meta.url),
    name: 'analysis',
    options: undefined,
  })
  open.push(thread)
  const gate = Promise.withResolvers<void>()
  const serviceOf = (name: ServiceName) =>
    thread.service<Calls, string>(name, {
      host: { double: async (value: string) => `${name} ${value}${value}`, wait: () => gate.promise },
      failure: (code, message, key) => new TestFailure(code, message, key),
    })
  return {
    thread,
    openGate: gate.resolve,
    detection: serviceOf('detection'),
    classification: serviceOf('classification'),
  }
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((thread) => thread.close()))
})

describe('startServiceThread', () => {
  it('passes calls, results, failures and calls of the main thread to their service', async () => {
    const { detection, classification } = start()
    const calls = [
      detection.ask('echo', 'a'),
      classification.ask('echo', 'b'),
      classification.ask('askHost', 'c'),
      detection.ask('askHost', 'd'),
      detection.ask('refuse', 'no').catch(({ code, message }) => `${code}: ${message}`),
    ]
    expect(await Promise.all(calls)).toEqual([
      'detection a',
      'classification b',
      'classification cc',
      'detection dd',
      'refused: no',
    ])
  })

  it('returns the item of the service whose call ended the thread, and starts the thread again', async () => {
    const { detection, classification } = start()
    const ended = [
      detection.ask('exitAt', Buffer.from('account')),
      detection.ask('echo', 'a'),
      classification.ask('echo', 'b'),
    ].map((call) => call.catch(({ code, key }: TestFailure) => [code, key]))
    expect(await Promise.all(ended)).toEqual([
      ['ended', 'account'],
      ['ended', 'account'],
      ['ended', undefined],
    ])
    expect(await classification.ask('echo', 'again')).toBe('classification again')
  })

  it('returns no item whose call is finished', async () => {
    const { detection, classification } = start()
    const calls = [
      detection.ask('workOn', Buffer.from('account')),
      classification.ask('exitAt', Buffer.from('trace')).catch(({ key }: TestFailure) => key),
      detection.ask('echo', 'a').catch(({ key }: TestFailure) => key),
    ]
    expect(await Promise.all(calls)).toEqual([undefined, 'trace', undefined])
  })

  it('answers another service while one waits for the main thread, and then returns the right item', async () => {
    const { detection, classification, openGate } = start()
    const exited = detection.ask('exitAfterHost', Buffer.from('account')).catch(({ key }: TestFailure) => key)
    await classification.ask('workOn', Buffer.from('trace'))
    openGate()
    expect(await exited).toBe('account')
  })

  it('rejects calls during and after its end', async () => {
    const { thread, detection } = start()
    await detection.ask('echo', 'a')
    // It waits for the main thread, which does not answer.
    const waiting = detection.ask('exitAfterHost', Buffer.from('b')).catch(({ code }: TestFailure) => code)
    await thread.close()
    expect(await waiting).toBe('ended')
    await expect(detection.ask('echo', 'c')).rejects.toThrow('it is closed')
  })
})
