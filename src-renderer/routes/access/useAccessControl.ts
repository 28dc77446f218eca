import { useState } from 'react'
import { type AccessAnswer, type AccessCommand, type AccessRequest, useAccessCall } from '../../api/access.ts'

export type ActionState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working' }
  | { readonly kind: 'done'; readonly what: string }
  | { readonly kind: 'failed'; readonly what: string; readonly reason: string }

/** Runs one command at a time and keeps what came of the last one. */
export type AccessControl = {
  readonly state: ActionState
  readonly working: boolean
  readonly run: <Name extends AccessCommand>(order: Order<Name>) => void
}

export type Order<Name extends AccessCommand> = {
  readonly name: Name
  readonly sent: AccessRequest<Name>
  /** "Revoking ci": said with "failed". */
  readonly what: string
  /** Undefined where the page itself shows what came of it. */
  readonly done: (answer: AccessAnswer<Name>) => string | undefined
}

export function useAccessControl(): AccessControl {
  const [state, setState] = useState<ActionState>({ kind: 'idle' })
  const call = useAccessCall()
  const run = <Name extends AccessCommand>({ name, sent, what, done }: Order<Name>) => {
    setState({ kind: 'working' })
    call(name, sent).then(
      (answer) => {
        const said = done(answer)
        setState(said === undefined ? { kind: 'idle' } : { kind: 'done', what: said })
      },
      (error: unknown) =>
        setState({ kind: 'failed', what, reason: error instanceof Error ? error.message : String(error) }),
    )
  }
  return { state, working: state.kind === 'working', run }
}
