import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What is asked again and again: the whole request as it goes over the wire, and how an answer is known to be right. */
export type HttpQuestion = {
  readonly port: number
  readonly request: string
  readonly expected: string
  /** Whether 503 is an answer too: under load the index can be behind. */
  readonly canBeRefused?: boolean
}

const HEAD_END = '\r\n\r\n'

/** The bytes of a request on a connection that is kept. */
export function httpRequest(host: string, path: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const about = body === undefined ? '' : `content-length: ${Buffer.byteLength(text)}\r\n`
  return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nhost: ${host}\r\n${about}\r\n${text}`
}

/**
 * One kept connection with one request at a time, by hand: a client library would cost more than what it measures.
 * Answers have a content-length. Throws where one isn't 200 or lacks what is expected.
 */
export class HttpLane {
  readonly #socket: Socket
  #question: HttpQuestion
  #received = ''
  #waiting: { resolve(isServed: boolean): void; reject(error: Error): void } | undefined

  private constructor(socket: Socket, question: HttpQuestion) {
    this.#socket = socket
    this.#question = question
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    // 'close' follows, and the request that waits is rejected there.
    socket.on('error', () => {})
    socket.on('close', () => this.#waiting?.reject(new Error('the gateway closed the connection')))
  }

  static async open(question: HttpQuestion): Promise<HttpLane> {
    const socket = connect({ port: question.port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new HttpLane(socket, question)
  }

  /**
   * Sends `question`, by default the one before. Resolves to true when its answer has arrived and is as expected, and to
   * false for an allowed refusal.
   */
  ask(question: HttpQuestion = this.#question): Promise<boolean> {
    this.#question = question
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(this.#question.request)
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received += chunk.toString('latin1')
    const headEnd = this.#received.indexOf(HEAD_END)
    if (headEnd < 0) return
    const length = Number(/content-length: (\d+)/i.exec(this.#received.slice(0, headEnd))?.[1])
    if (this.#received.length < headEnd + HEAD_END.length + length) return
    const answer = this.#received
    this.#received = ''
    if (answer.startsWith('HTTP/1.1 200 ') && answer.includes(this.#question.expected))
      this.#waiting?.resolve(true)
    else if (answer.startsWith('HTTP/1.1 503 ') && this.#question.canBeRefused) this.#waiting?.resolve(false)
    else this.#waiting?.reject(new Error(`the gateway answers ${answer}`))
  }
}
