// Reads a balance and transactions with @ton/ton.
import { Address } from '@ton/core'
import { TonClient } from '@ton/ton'

const url = process.argv[2] ?? 'http://127.0.0.1:8081'
const client = new TonClient({ endpoint: `${url}/api/v2/jsonRPC` })
const elector = Address.parse('Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF')
console.log('balance, nanoton:', await client.getBalance(elector))
const transactions = await client.getTransactions(elector, { limit: 3 })
for (const { lt, hash } of transactions) console.log('transaction', lt, hash().toString('hex'))
const { stack } = await client.runMethod(elector, 'active_election_id')
console.log('election:', stack.readBigNumber())
