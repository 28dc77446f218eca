import { DNS_ROOT_PARAMETER, type DnsRoot, LOWEST_ID } from '../detectedTokens.ts'
import { DNS_ROOT_KEY, dnsRootText, isNewRoot, isSameAddress, parseDnsRoot } from '../dnsRootText.ts'
import type { StdAddress } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'

/** The DNS root with which detection compares domains: a value of `meta`. */
export type DnsRootRow = {
  /** Seqno of the key block in which the root was first found; undefined before the first. */
  keySeqno(): bigint | undefined
  /**
   * Saves a root, and returns whether it replaces one at another address. The domains of a zone that has another
   * collection now are verified again, those of all zones if a collection is not known. A root of an older key block is
   * ignored.
   */
  save(root: DnsRoot): boolean
}

/**
 * Prepares the statements of the DNS root on the writer's connection.
 * @param idOf returns the number of an account
 */
export function createDnsRootRow(connection: Connection, idOf: (address: StdAddress) => bigint): DnsRootRow {
  const read = connection.prepare<[], string>(`SELECT value FROM meta WHERE key = '${DNS_ROOT_KEY}'`).pluck()
  const write = connection.prepare(
    `INSERT INTO meta (key, value) VALUES ('${DNS_ROOT_KEY}', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  )
  const recheck = connection.prepare(
    `INSERT OR REPLACE INTO detection_rechecks (account, mc_seqno, last_wallet, last_item, last_order)
    VALUES (?, ?, 0, x'', ?)`,
  )

  function saved(): DnsRoot | undefined {
    const text = read.get()
    return text === undefined ? undefined : parseDnsRoot(text)
  }

  function recheckDomains(before: DnsRoot, { collections, keySeqno }: DnsRoot): void {
    if (!before.collections || !collections) {
      recheck.run(DNS_ROOT_PARAMETER, keySeqno, LOWEST_ID)
      return
    }
    for (const [zone, collection] of before.collections.entries()) {
      if (collection && !isSameAddress(collection, collections[zone]))
        recheck.run(idOf(collection), keySeqno, 0)
    }
  }

  return {
    keySeqno() {
      const root = saved()
      return root && BigInt(root.keySeqno)
    },
    save(root) {
      const before = saved()
      if (!before) {
        write.run(dnsRootText(root))
        return false
      }
      if (!isNewRoot(before, root)) return false
      const isMoved = !isSameAddress(before.address, root.address)
      write.run(dnsRootText(isMoved ? root : { ...root, keySeqno: before.keySeqno }))
      recheckDomains(before, root)
      return isMoved
    },
  }
}
