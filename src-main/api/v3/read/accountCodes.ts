import type { StdAddress } from '../../../store/parsedBlock.ts'
import { type AccountCode, loadAccountCodes } from '../../../store/queries/accounts.ts'
import type { Reader } from '../../../store/queries/reader.ts'

/** Codes of accounts, cached because address book and metadata of an answer need the same ones. */
export type AccountCodes = {
  /** Returns those of `addresses` that have a state in the index, each once. */
  load(addresses: readonly StdAddress[]): AccountCode[]
}

/**
 * Reads each account's code once.
 * @param reader must stay in one snapshot while the codes are used
 */
export function createAccountCodes(reader: Reader): AccountCodes {
  /** Codes by address; the value is undefined for an account without a state. */
  const known = new Map<string, AccountCode | undefined>()
  return {
    load(addresses) {
      const unique = new Map(addresses.map((address) => [address.toString('latin1'), address]))
      const others = [...unique].filter(([key]) => !known.has(key))
      if (others.length > 0) {
        for (const [key] of others) known.set(key, undefined)
        for (const code of loadAccountCodes(
          reader,
          others.map(([, address]) => address),
        ))
          known.set(code.address.toString('latin1'), code)
      }
      return [...unique].flatMap(([key, address]) => {
        const code = known.get(key)
        return code ? [{ address, codeHash: code.codeHash }] : []
      })
    },
  }
}
