import { useEffect, useRef, useState } from 'react'
import type { StreamEventJson, WS_PATH } from '#shared/schema/streaming.ts'
import { base } from '../base.ts'
import { StreamConnection, type StreamRequest } from './streamConnection.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PATH: typeof WS_PATH = '/api/streaming/v2/ws'

function openSocket(): WebSocket {
  return new WebSocket(base.socketUrl(PATH))
}

const clock = {
  after(ms: number, call: () => void) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

/** The window's only connection, which is open while a page has a subscription. */
const connection = new StreamConnection(openSocket, clock)

type StreamHandlers = {
  readonly onEvent: (event: StreamEventJson) => void
  /** Called when the subscription is confirmed, to read what was missed. */
  readonly onSubscribed: () => void
}

/**
 * Subscribes the page while it is shown, unless the request is undefined.
 * @returns whether the subscription is active; while it is not, the page must poll
 */
export function useStream(request: StreamRequest | undefined, handlers: StreamHandlers): boolean {
  const [isLive, setLive] = useState(false)
  const latest = useRef(handlers)
  latest.current = handlers
  const wanted = request && JSON.stringify(request)
  useEffect(() => {
    if (wanted === undefined) return
    const end = connection.watch(JSON.parse(wanted) as StreamRequest, {
      onEvent: (event) => latest.current.onEvent(event),
      onSubscribed: () => {
        setLive(true)
        latest.current.onSubscribed()
      },
      onLost: () => setLive(false),
    })
    return () => {
      setLive(false)
      end()
    }
  }, [wanted])
  return isLive
}
