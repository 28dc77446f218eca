import { useState } from 'react'
import {
  type DevnetAnswer,
  type DevnetOperation,
  type DevnetRequest,
  useDevnetCall,
} from '../../api/devnet.ts'

export type ControlState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly what: string }
  | { readonly kind: 'done'; readonly what: string }
  | { readonly kind: 'failed'; readonly what: string; readonly reason: string }

/** Runs one operation at a time and keeps what came of the last one. */
export type Control = {
  readonly state: ControlState
  readonly working: boolean
  readonly run: <Name extends DevnetOperation>(order: Order<Name>) => void
}

export type Order<Name extends DevnetOperation> = {
  readonly name: Name
  readonly sent: DevnetRequest<Name>
  /** "making 10 blocks": said while it lasts, and in "… failed". */
  readonly what: string
  readonly done: (answer: DevnetAnswer<Name>) => string
}

export function useControl(): Control {
  const [state, setState] = useState<ControlState>({ kind: 'idle' })
  const call = useDevnetCall()
  const run = <Name extends DevnetOperation>({ name, sent, what, done }: Order<Name>) => {
    setState({ kind: 'working', what })
    call(name, sent).then(
      (answer) => setState({ kind: 'done', what: done(answer) }),
      (error: unknown) =>
        setState({ kind: 'failed', what, reason: error instanceof Error ? error.message : String(error) }),
    )
  }
  return { state, working: state.kind === 'working', run }
}
