import { type AccessAnswer, type AccessCommand, type AccessRequest, useAccessCall } from '../../api/access.ts'
import { type ActionState, useAction } from '../../hooks/useAction.ts'

/** Runs one command at a time and keeps the result of the last one. */
export type AccessControl = {
  readonly state: ActionState
  readonly working: boolean
  readonly run: <Name extends AccessCommand>(order: AccessControlCommand<Name>) => void
}

export type AccessControlCommand<Name extends AccessCommand> = {
  readonly name: Name
  readonly sent: AccessRequest<Name>
  readonly what: string
  readonly done: (answer: AccessAnswer<Name>) => string | undefined
}

export function useAccessControl(): AccessControl {
  const { state, working, run } = useAction()
  const call = useAccessCall()
  return { state, working, run: ({ name, sent, what, done }) => run(what, call(name, sent), done) }
}
