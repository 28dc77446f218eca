import { useEffect, useRef, useState } from 'react'
import type { StreamEventJson, WS_PATH } from '#shared/schema/streaming.ts'
import { StreamConnection, type StreamRequest } from './streamConnection.ts'

/** Checked against the schema by the compiler; importing the value would bring all of zod along. */
const PATH: typeof WS_PATH = '/api/streaming/v2/ws'

function openSocket(): WebSocket {
  return new WebSocket(`${location.origin.replace(/^http/, 'ws')}${PATH}`)
}

const clock = {
  after(ms: number, call: () => void) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

/** The one connection of the window; open while a page watches. */
const connection = new StreamConnection(openSocket, clock)

type StreamHandlers = {
  readonly onEvent: (event: StreamEventJson) => void
  /** Called when the subscription stands: reads what was missed. */
  readonly onSubscribed: () => void
}

/**
 * Subscribes the page while it is shown; of none where the request is undefined.
 * @returns whether the stream stands: while it does not, the page asks by itself
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
