import {
  type DevnetAnswer,
  type DevnetOperation,
  type DevnetRequest,
  useDevnetCall,
} from '../../api/devnet.ts'
import { type ActionState, useAction } from '../../hooks/useAction.ts'

/** Runs one operation at a time and keeps the result of the last one. */
export type Control = {
  readonly state: ActionState
  readonly working: boolean
  readonly run: <Name extends DevnetOperation>(order: ControlCommand<Name>) => void
}

export type ControlCommand<Name extends DevnetOperation> = {
  readonly name: Name
  readonly sent: DevnetRequest<Name>
  readonly what: string
  readonly done: (answer: DevnetAnswer<Name>) => string
}

export function useControl(): Control {
  const { state, working, run } = useAction()
  const call = useDevnetCall()
  return { state, working, run: ({ name, sent, what, done }) => run(what, call(name, sent), done) }
}
