import { DNS_ROOT_PARAMETER, type DnsRoot, LOWEST_ID } from '../detectedTokens.ts'
import { DNS_ROOT_KEY, dnsRootText, isSameRoot, parseDnsRoot } from '../dnsRootText.ts'
import type { Connection } from '../sqlite/driver.ts'

/** The DNS root with which detection compares domains: a value of `meta`. */
export type DnsRootRow = {
  /** Seqno of the key block in which the root was first found; undefined before the first. */
  keySeqno(): bigint | undefined
  /**
   * Saves a root. If it replaces another one, all verified domains are queued, and the result is true. A root of an
   * older key block is ignored.
   */
  save(root: DnsRoot): boolean
}

/** Prepares the statements of the DNS root on the writer's connection. */
export function createDnsRootRow(connection: Connection): DnsRootRow {
  const read = connection.prepare<[], string>(`SELECT value FROM meta WHERE key = '${DNS_ROOT_KEY}'`).pluck()
  const write = connection.prepare(
    `INSERT INTO meta (key, value) VALUES ('${DNS_ROOT_KEY}', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  )
  const recheck = connection.prepare(
    `INSERT OR REPLACE INTO detection_rechecks (account, mc_seqno, last_wallet, last_item, last_order)
    VALUES (${DNS_ROOT_PARAMETER}, ?, 0, x'', ${LOWEST_ID})`,
  )

  function saved(): DnsRoot | undefined {
    const text = read.get()
    return text === undefined ? undefined : parseDnsRoot(text)
  }

  return {
    keySeqno() {
      const root = saved()
      return root && BigInt(root.keySeqno)
    },
    save(root) {
      const before = saved()
      if (before && (before.keySeqno >= root.keySeqno || isSameRoot(before, root))) return false
      write.run(dnsRootText(root))
      if (!before) return false
      recheck.run(root.keySeqno)
      return true
    },
  }
}
