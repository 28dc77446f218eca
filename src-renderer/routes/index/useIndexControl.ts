import type { IndexCommand } from '#shared/schema/indexer.ts'
import type { IndexAnswer, IndexRequest } from '../../api/indexCommands.ts'
import { useIndexCall } from '../../api/indexStatus.ts'
import { type ActionState, useAction } from '../../hooks/useAction.ts'

export type IndexControlCommand<Name extends IndexCommand> = {
  readonly name: Name
  readonly sent: IndexRequest<Name>
  readonly what: string
  readonly done: (answer: IndexAnswer<Name>) => string | undefined
}

/** Runs one command at a time and keeps the result of the last one. */
export type IndexControl = {
  readonly state: ActionState
  readonly working: boolean
  readonly run: <Name extends IndexCommand>(order: IndexControlCommand<Name>) => void
}

export function useIndexControl(): IndexControl {
  const { state, working, run } = useAction()
  const call = useIndexCall()
  return { state, working, run: ({ name, sent, what, done }) => run(what, call(name, sent), done) }
}
