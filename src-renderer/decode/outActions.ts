import type { Cell } from '#shared/ton/cells/cell.ts'
import { CellReader, CellUnderflowError } from '#shared/ton/cells/cellReader.ts'

/** An action that a run committed in c5. */
export type OutAction = { readonly name: string; readonly mode?: number; readonly cell?: Cell }

const SEND = 0x0ec3c86d
const SET_CODE = 0xad4de08e
const RESERVE = 0x36e6b809
const LIBRARY = 0x26fa1dd4
/** The network allows 255. */
const MAX_ACTIONS = 256

/** Reads an OutList in the order in which its actions are executed; stops where it is malformed. */
export function outActions(root: Cell): readonly OutAction[] {
  const actions: OutAction[] = []
  for (let cell: Cell | undefined = root; cell && actions.length < MAX_ACTIONS; cell = cell.refs[0]) {
    if (cell.bits === 0) break
    actions.push(readAction(cell))
  }
  return actions.reverse()
}

function readAction(cell: Cell): OutAction {
  const [, second] = cell.refs
  const inner = second && { cell: second }
  try {
    const reader = new CellReader(cell)
    const tag = reader.loadUint(32)
    switch (tag) {
      case SEND:
        return { name: 'Send message', mode: reader.loadUint(8), ...inner }
      case SET_CODE:
        return { name: 'Set code', ...inner }
      case RESERVE:
        return { name: 'Reserve balance', mode: reader.loadUint(8) }
      case LIBRARY:
        return { name: 'Change library', mode: reader.loadUint(8) >> 1, ...inner }
      default:
        return { name: `Unknown action 0x${tag.toString(16).padStart(8, '0')}` }
    }
  } catch (error) {
    if (error instanceof CellUnderflowError) return { name: 'Malformed action' }
    throw error
  }
}
