import type { MessagePort, Worker } from 'node:worker_threads'
import { startThread, type ThreadName } from '../platform/startThread.ts'
import { withBuffers } from '../store/withBuffers.ts'

/** A thread that answers questions, by name with parameters and results, one after the other. */
export type AskedThread<Calls extends CallTypes> = {
  /** Rejects with what `failure` makes. Buffers of results arrive as Uint8Array. */
  ask<Call extends keyof Calls & string>(
    call: Call,
    params: Calls[Call]['params'],
  ): Promise<Calls[Call]['result']>
  close(): Promise<void>
}

export type CallTypes = { readonly [call: string]: { readonly params: unknown; readonly result: unknown } }

/** Answers what a thread asks. */
export type CallHost<Calls extends CallTypes> = {
  readonly [Call in keyof Calls]: (params: Calls[Call]['params']) => Promise<Calls[Call]['result']>
}

export type ThreadRequest =
  | { readonly kind: 'ask'; readonly id: number; readonly call: string; readonly params: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'close' }

export type ThreadReport<Code extends string, Item> =
  /** The thread begins to look at something: if it does not come back, this is the reason. */
  | { readonly kind: 'looking'; readonly item: Item }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly code: Code; readonly message: string }
  | { readonly kind: 'ask'; readonly id: number; readonly call: string; readonly params: unknown }

export type AskedThreadOptions<Code extends string, Item> = {
  readonly url: URL
  readonly name: ThreadName
  readonly workerData: unknown
  readonly host?: { readonly [call: string]: (params: never) => Promise<unknown> }
  /** @param looking what the thread was looking at when it ended */
  failure(code: Code | 'ended', message: string, looking: Item | undefined): Error
}

/** How long one question may take, those before it included, milliseconds. */
const CALL_MS = 60_000

type Pending = { settle(result: unknown): void; fail(error: Error): void }

/** The thread starts with the first question, and again after it has ended. */
export function startAskedThread<Calls extends CallTypes, Code extends string, Item>({
  url,
  name,
  workerData,
  host = {},
  failure,
}: AskedThreadOptions<Code, Item>): AskedThread<Calls> {
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let looking: Item | undefined
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    const started = startThread(name, url, { workerData })
    let reason = 'its thread ended'
    started.on('message', (report: ThreadReport<Code, Item>) => {
      switch (report.kind) {
        case 'looking':
          looking = withBuffers(report.item)
          return
        case 'done':
          pending.get(report.id)?.settle(report.result)
          return
        case 'failed':
          pending.get(report.id)?.fail(failure(report.code, report.message, undefined))
          return
        case 'ask':
          void Promise.resolve(host[report.call]?.(report.params as never))
            .catch(() => undefined)
            .then((result) =>
              started.postMessage({ kind: 'answer', id: report.id, result } satisfies ThreadRequest),
            )
      }
    })
    started.on('error', (error: Error) => {
      reason = error.message
    })
    started.on('exit', () => {
      if (worker !== started) return
      worker = undefined
      const error = failure('ended', reason, looking)
      looking = undefined
      for (const call of [...pending.values()]) call.fail(error)
    })
    // An idle thread keeps no process alive.
    started.unref()
    return started
  }

  return {
    ask<Call extends keyof Calls & string>(call: Call, params: Calls[Call]['params']) {
      type Result = Calls[Call]['result']
      if (isClosed) return Promise.reject(failure('ended', 'it is closed', undefined))
      worker ??= start()
      const asked = worker
      const id = ++lastId
      return new Promise<Result>((resolve, reject) => {
        const end = () => {
          pending.delete(id)
          clearTimeout(timer)
          if (pending.size === 0) {
            looking = undefined
            asked.unref()
          }
        }
        const timer = setTimeout(() => void asked.terminate(), CALL_MS)
        pending.set(id, {
          fail(error) {
            end()
            reject(error)
          },
          settle(result) {
            end()
            resolve(result as Result)
          },
        })
        asked.ref()
        asked.postMessage({ kind: 'ask', id, call, params } satisfies ThreadRequest)
      })
    },
    async close() {
      isClosed = true
      const closing = worker
      if (!closing) return
      const ended = new Promise((resolve) => closing.once('exit', resolve))
      closing.ref()
      if (pending.size === 0) closing.postMessage({ kind: 'close' } satisfies ThreadRequest)
      else void closing.terminate()
      await ended
    },
  }
}

/** What a thread answers with, opened at the first question. */
export type OpenAnswers<Calls extends CallTypes> = {
  readonly handlers: CallHost<Calls>
  /** The main thread answered a question of the thread. */
  answered?(id: number, result: unknown): void
  close(): void
}

/** Answers questions at a thread's port, one after the other: they share the connection's transaction. */
export function answerQuestions<Calls extends CallTypes, Code extends string>(
  port: MessagePort,
  open: () => OpenAnswers<Calls>,
  codeOf: (error: unknown) => Code,
): void {
  const report = (message: ThreadReport<Code, never>) => port.postMessage(message)
  let answers: OpenAnswers<Calls> | undefined
  let last: Promise<void> = Promise.resolve()

  async function answer(id: number, call: string, params: unknown): Promise<void> {
    try {
      answers ??= open()
      const handle = answers.handlers[call]
      if (!handle) throw new Error(`the thread knows no ${call}`)
      report({ kind: 'done', id, result: await handle(params as never) })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      report({ kind: 'failed', id, code: codeOf(error), message })
    }
  }

  port.on('message', (received: ThreadRequest) => {
    const request = received.kind === 'close' ? received : withBuffers(received)
    switch (request.kind) {
      case 'close':
        answers?.close()
        port.close()
        return
      case 'answer':
        answers?.answered?.(request.id, request.result)
        return
      case 'ask':
        last = last.then(() => answer(request.id, request.call, request.params))
    }
  })
}
