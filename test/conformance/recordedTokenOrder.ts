import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { V3_RECORDED } from '../fixtures/recorded.ts'
import { openBeside } from '../fixtures/store/openBeside.ts'

/** Tables and the files of the reference's rows. */
const TABLES = {
  jetton_masters: 'jetton_masters',
  jetton_wallets: 'jetton_wallets',
  nft_collections: 'nft_collections',
  nft_items: 'nft_items',
  multisigs: 'multisig',
  multisig_orders: 'multisig_orders',
  vesting_contracts: 'vesting_contracts',
} as const
/** More than any table has rows. */
const ELSEWHERE = 1_000_000

/**
 * Gives the rows of detected contracts the numbers that the reference gave to the same contracts: lists by insertion
 * have the order of these numbers, which is accidental within a block.
 */
export function numberAsRecorded(file: string): void {
  const connection = openBeside(file)
  connection.transaction(() => {
    for (const [table, name] of Object.entries(TABLES)) {
      const text = readFileSync(join(V3_RECORDED, 'rows', `${name}.json`), 'utf8')
      const { data } = JSON.parse(text) as { data: { id: number; address: string }[] }
      connection.exec(`UPDATE ${table} SET id = id + ${ELSEWHERE}`)
      const number = connection.prepare(
        `UPDATE ${table} SET id = ? WHERE account = (SELECT id FROM accounts WHERE address = ?)`,
      )
      for (const { id, address } of data) {
        const { changes } = number.run(id, addressBytes(address))
        if (changes !== 1) throw new Error(`${address} is not in ${table}`)
      }
    }
  })()
  connection.close()
}

function addressBytes(text: string): Buffer {
  const [workchain, hash = ''] = text.split(':')
  return Buffer.concat([Buffer.from([Number(workchain) & 0xff]), Buffer.from(hash, 'hex')])
}
