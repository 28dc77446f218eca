const EVENT = Buffer.from('event: event\ndata: ')
const END = Buffer.from('\n\n')

/** A serialized message; clients that receive the same message share its bytes. */
export class StreamMessage {
  /** A JSON object in UTF-8. */
  readonly json: Buffer
  #sse: Buffer | undefined

  constructor(json: string) {
    this.json = Buffer.from(json)
  }

  /** The message as an event of an SSE stream (docs/streaming §5). */
  get sse(): Buffer {
    this.#sse ??= Buffer.concat([EVENT, this.json, END])
    return this.#sse
  }
}
