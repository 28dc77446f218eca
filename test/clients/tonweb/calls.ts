/** Compares tonweb's HttpProvider with v2; it takes JSON-RPC and hands the result out unparsed. */
import { Cell } from '@ton/core'
import TonWebModule from 'tonweb'
import {
  type ClientArguments,
  Comparison,
  clientArguments,
  spreadSeqnos,
  type V2Result,
} from '../runtimes/comparison.ts'

// The package is CommonJS whose class is its default export.
const TonWeb = ((TonWebModule as V2Result).default ?? TonWebModule) as V2Result
const ACCOUNTS = 60

async function run({ api, blocks }: ClientArguments): Promise<void> {
  const comparison = new Comparison(api)
  const provider = new TonWeb.HttpProvider(`${api}/api/v2/jsonRPC`)
  const { last: head } = await comparison.v2('getMasterchainInfo')
  const compare = (
    call: string,
    subject: unknown,
    theirs: () => Promise<unknown>,
    ours: () => Promise<unknown>,
  ) =>
    comparison.compare(
      call,
      subject,
      async () => withoutExtra(await theirs()),
      async () => withoutExtra(await ours()),
    )
  await compare(
    'getMasterchainInfo',
    'head',
    () => provider.getMasterchainInfo(),
    () => comparison.v2('getMasterchainInfo'),
  )
  for (const seqno of spreadSeqnos(head.seqno, blocks)) {
    const place = { workchain: -1, shard: '-9223372036854775808', seqno }
    await compare(
      'getBlockShards',
      seqno,
      () => provider.getBlockShards(seqno),
      () => comparison.v2('getShards', { seqno }),
    )
    await compare(
      'getBlockHeader',
      seqno,
      () => provider.getBlockHeader(place.workchain, place.shard, seqno),
      () => comparison.v2('getBlockHeader', place),
    )
    await compare(
      'getMasterchainBlockTransactions',
      seqno,
      () => provider.getMasterchainBlockTransactions(seqno),
      () => comparison.v2('getBlockTransactions', { ...place, shard: '-9223372036854775808' }),
    )
  }
  for (const address of await comparison.accounts(ACCOUNTS)) {
    await compare(
      'getAddressInfo',
      address,
      () => provider.getAddressInfo(address),
      () => comparison.v2('getAddressInformation', { address }),
    )
    await compare(
      'getExtendedAddressInfo',
      address,
      () => provider.getExtendedAddressInfo(address),
      () => comparison.v2('getExtendedAddressInformation', { address }),
    )
    await compare(
      'getWalletInfo',
      address,
      () => provider.getWalletInfo(address),
      () => comparison.v2('getWalletInformation', { address }),
    )
    await compare(
      'getTransactions',
      address,
      () => provider.getTransactions(address, 20),
      () => comparison.v2('getTransactions', { address, limit: 20 }),
    )
    await compare(
      'call',
      address,
      () => provider.call(address, 'seqno', []),
      () => comparison.v2Post('runGetMethod', { address, method: 'seqno', stack: [] }),
    )
  }
  for (const param of [15, 17, 20, 34])
    await compare(
      'getConfigParam',
      param,
      async () => Buffer.from(await (await provider.getConfigParam(param)).hash()).toString('hex'),
      async () => {
        const { config } = await comparison.v2('getConfigParam', { param })
        return Cell.fromBase64(config.bytes).hash().toString('hex')
      },
    )
  console.log(JSON.stringify(comparison.tally()))
}

/** `@extra` is another one in every answer. */
function withoutExtra(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, item) => (key === '@extra' ? undefined : item)))
}

await run(clientArguments())
