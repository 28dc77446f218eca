import type { Cell } from '@ton/core'
import { codeCell } from './codeCell.ts'

// Our own workshop.tolk, compiled with @ton/tolk-js 1.3.0.
const CODE = [
  'te6ccgEBBgEA1gABFP8A9KQT9LzyyAsBAgFiAgMC+ND4kfJAINcsI1DoAAyOMzHtRND6SNM/0QLTPzHXCx8SoAHI+lIhzws/ye1UiwLI',
  'z4cgzoIQah0A/88Lgcs/yXD7AODXLCNQ6AAUlFtw66Tg1ywjUOgAHI4fW/gnbxCCEDuaygCg+JLIz4UI+lIB+gJwzwtqyXD7AOCJ1ycE',
  'BQAXoRCL2omh9JBjpn+jAAhqHQAEAFwxjiMw+JLtRND6SNM/MdHHBfLhkfiSyM+FCPpScM8LbsmBAKD7AOCEDwHHAPL0',
]

/** The code of a contract to experiment with. */
export function workshopCode(): Cell {
  return codeCell(CODE)
}

/** Its opcodes; each is followed by a query id (uint64), Add by an amount (uint32) too. */
export const WORKSHOP_OPS = { add: 0x6a1d0001, spin: 0x6a1d0002, overspend: 0x6a1d0003, close: 0x6a1d0004 }
