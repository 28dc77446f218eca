import { type IncomingMessage, request } from 'node:http'
import { WebSocket } from 'ws'
import { SSE_PATH, type StreamEventJson, streamEvent, WS_PATH } from '#shared/schema/streaming.ts'

/** How long an awaited event can take on a loaded machine. */
const DEADLINE_MS = 30_000

/** A client of one transport with the events that it got, in their order. */
export type EventClient = {
  readonly events: readonly StreamEventJson[]
  /** Resolves with the first event, of those that came and those to come, that fits. */
  until(fits: (event: StreamEventJson) => boolean): Promise<StreamEventJson>
  /** Resolves when the server ended the connection. */
  readonly ended: Promise<void>
  /** Stops reading from the socket, and continues. */
  pause(): void
  resume(): void
  close(): Promise<void>
}

export type Fields = Readonly<Record<string, unknown>>

/** Collects events and resolves the promises that wait for one. */
function collector() {
  const events: StreamEventJson[] = []
  const waiting = new Set<() => void>()
  return {
    events,
    add(json: string) {
      events.push(streamEvent.parse(JSON.parse(json)))
      for (const check of [...waiting]) check()
    },
    until(fits: (event: StreamEventJson) => boolean): Promise<StreamEventJson> {
      const { promise, resolve, reject } = Promise.withResolvers<StreamEventJson>()
      const check = () => {
        const found = events.find(fits)
        if (found) resolve(found)
      }
      const timer = setTimeout(() => {
        const kinds = events.map(({ type, ...rest }) => `${type} ${'finality' in rest ? rest.finality : ''}`)
        reject(new Error(`no such event among: ${kinds.join(', ')}`))
      }, DEADLINE_MS)
      waiting.add(check)
      check()
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(check)
      })
    },
  }
}

/** Subscribes over SSE; resolves when the server has answered. Rejects with the refusal. */
export async function openSseClient(url: string, fields: Fields, headers: Fields = {}): Promise<EventClient> {
  const response = await postSse(url, fields, headers)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${await textOf(response)}`)
  const { add, events, until } = collector()
  const connected = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const frame = text.slice(0, end)
      text = text.slice(end + 2)
      if (frame.startsWith('event: connected\n')) connected.resolve()
      else if (frame.startsWith('event: event\ndata: ')) add(frame.slice('event: event\ndata: '.length))
      else if (frame !== ': keepalive') throw new Error(`not a frame: ${frame}`)
    }
  })
  response.on('close', () => ended.resolve())
  response.on('error', () => ended.resolve())
  await connected.promise
  return {
    events,
    until,
    ended: ended.promise,
    pause: () => void response.socket.pause(),
    resume: () => void response.socket.resume(),
    async close() {
      response.destroy()
      await ended.promise
    },
  }
}

/** Sends a subscription as it is; resolves with the response, whose body is not read yet. */
export function postSse(url: string, body: unknown, headers: Fields = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': 'application/json', ...(headers as Record<string, string>) },
    } as const
    const sent = request(`${url}${SSE_PATH}`, options, resolve)
    sent.on('error', reject)
    sent.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
}

export async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** A WebSocket client that can ask. */
export type WsClient = EventClient & {
  /** Sends a frame, and resolves with the next frame that is no event. */
  ask(frame: unknown): Promise<object>
}

export async function openWsClient(url: string, headers: Fields = {}, query = ''): Promise<WsClient> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${WS_PATH}${query}`, {
    headers: headers as Record<string, string>,
  })
  const { add, events, until } = collector()
  const answers: object[] = []
  const waiting: ((answer: object) => void)[] = []
  const ended = Promise.withResolvers<void>()
  socket.on('message', (data) => {
    const text = String(data)
    const value = JSON.parse(text) as object
    if ('type' in value) return add(text)
    const next = waiting.shift()
    if (next) next(value)
    else answers.push(value)
  })
  socket.on('close', () => ended.resolve())
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})

  function next(): Promise<object> {
    const known = answers.shift()
    if (known) return Promise.resolve(known)
    const { promise, resolve, reject } = Promise.withResolvers<object>()
    waiting.push(resolve)
    const timer = setTimeout(() => reject(new Error('no answer came')), DEADLINE_MS)
    return promise.finally(() => clearTimeout(timer))
  }

  return {
    events,
    until,
    ended: ended.promise,
    ask(frame) {
      if (frame !== undefined) socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
      return next()
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    async close() {
      socket.terminate()
      await ended.promise
    },
  }
}

/** Opens a WebSocket with a subscription. */
export async function subscribeWs(url: string, fields: Fields): Promise<WsClient> {
  const client = await openWsClient(url)
  const answer = await client.ask({ operation: 'subscribe', id: 'first', ...fields })
  if (!('status' in answer) || answer.status !== 'subscribed') throw new Error(JSON.stringify(answer))
  return client
}
