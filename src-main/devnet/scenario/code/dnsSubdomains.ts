import type { Cell } from '@ton/core'
import { codeCell } from './codeCell.ts'

// Our own dnsSubdomains.tolk, compiled with @ton/tolk-js 1.3.0.
const CODE = [
  'te6ccgECCgEAAVYAART/APSkE/S88sgLAQIBYgIDAgLOBAUA4aHGGAPgAkOOAybYQtvAQ+AF2omh9JBj6AmipmOuQfIEAwYP6BzfQyWp',
  'oyRg28RHrpJFTBF3MGIFrpNABeAHwGZmAwXgM+BIg9yxH7ZN3ElkrRuga4eSQNwjVy83zFyqqxQ6L//gBkDdJthC4SQFQcQDAgEgBgcC',
  'ASAICQDlPiR8kAgxwCRMODXLCNr8AAU8r/TPzHU0//0BNHtRND6SPQE0fiSIscF8uGRBNAg+QIlgwf0Dm+hktTRkjBt4iNulzNagwf0W',
  'zCXXiGDB/QXEuIgbpkw+QJYgwf0WzCZAfkCVQKDB/QX4gHI+lL0AMntVIAArCDXScEIkXDgINcLB8MAkXDg0wcxeIAA3O2i7ftwlCHHA',
  'bOeAdMHAcAAkzDbMeABpgjoMYAApCDAAJEw4AGDB/QOb6GS1NGSMG3ig',
]

/** The code of a resolver for the names below a domain. */
export function dnsSubdomainsCode(): Cell {
  return codeCell(CODE)
}
