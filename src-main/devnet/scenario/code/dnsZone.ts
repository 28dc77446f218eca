import type { Cell } from '@ton/core'
import { codeCell } from './codeCell.ts'

// Our own dnsZone.tolk, compiled with @ton/tolk-js 1.3.0.
const CODE = [
  'te6ccgECFAEAAf8AART/APSkE/S88sgLAQIBYgIDAgLOBAUCASAMDQIBIAYHAgEgCgsC9z4kfJAIMcAkTDg1ywgAAAABI5i7UTQ+kgx+',
  'gDUMdTR+JdYvvLgzCHwA/LgzSH5AvgobQLIy//6UvQAyfiSA8jOycjPiQgBUyPIz4TQzMz5Fs8L/4EAjM8LdBPMzIvG1+AAEAAAAAAAA',
  'AAIzxYS+lLMyYBA+wDgidcnMdyAICQArCDXScEIkXDgINcLB8MAkXDg0wcxeIAAINw/sUQAIhA/y8AA3O2i7ftwlCHHAbOeAdMHAcAAk',
  'zDbMeABpgjoMYAC1O2i7fsg10kgwAAhgQH4vLEBqTgCwwCxIccCs7GSMHDgf5QhxwGzji8B0wchwC0iwi8jwTqwI8JgBMF7FLATsbMis',
  '7CVXwNw2zHgIMcBE7GwlDBw2zHgcOhbf4AIBIA4PAgEgEBEAB7i10xgAXbp6PtRND6SDH6ADHUMdTR+ChtA8jL//pSEvQAyQHIz4TQzM',
  'z5FsjPigBAy//PUIAgEgEhMAmbowww8AEhxwGSMW3gIfACUSLXIPkC7UTQ+kgx+gAx1DHU0fgobQPIy//6UhL0AMkByM+E0MzM+RbIz4',
  'oAQMv/z1ACoMjPiupOEvpSyYACG2C32omh9JH0AGOpqGOi/gUAAftTR9qJofSQY/QBqGOoY6MA==',
]

/** The code of a DNS zone, which is the collection of its domains. */
export function dnsZoneCode(): Cell {
  return codeCell(CODE)
}
