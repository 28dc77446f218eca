import { ELECTOR, type ExampleValues, SENDING } from '../exampleValues.ts'
import type { V2Name, V2Request } from './operations.ts'

/** An empty cell. */
const EMPTY_BOC = 'te6cckEBAQEAAgAAAEysuc0='

const ofAccount = ({ account }: ExampleValues) => ({ address: account.friendly })
const ofMaster = ({ master }: ExampleValues) => ({ seqno: master.seqno })
const ofMessage = ({ message: { source, destination, createdLt } }: ExampleValues) => ({
  source,
  destination,
  created_lt: createdLt,
})
const nothing = () => ({})
const bocOf =
  (name: (typeof SENDING)[number]) =>
  ({ external }: ExampleValues) => ({ boc: external[SENDING.indexOf(name)] ?? '' })

const EXAMPLES: { readonly [Name in V2Name]: (facts: ExampleValues) => V2Request<Name> } = {
  getMasterchainInfo: nothing,
  getMasterchainBlockSignatures: ofMaster,
  getShardBlockProof: ({ block }) => block,
  getConsensusBlock: nothing,
  lookupBlock: ({ block }) => block,
  getShards: ofMaster,
  getBlockHeader: ({ block }) => block,
  getOutMsgQueueSize: nothing,
  getBlockTransactions: ({ block }) => ({ ...block, count: 10 }),
  getBlockTransactionsExt: ({ block }) => ({ ...block, count: 5 }),
  getTransactions: ({ account }) => ({ address: account.friendly, limit: 3 }),
  getTransactionsStd: ({ account }) => ({ address: account.friendly, limit: 3 }),
  tryLocateTx: ofMessage,
  tryLocateResultTx: ofMessage,
  tryLocateSourceTx: ofMessage,
  getAddressInformation: ofAccount,
  getExtendedAddressInformation: ofAccount,
  getWalletInformation: ofAccount,
  getAddressBalance: ofAccount,
  getAddressState: ofAccount,
  getShardAccountCell: ofAccount,
  getTokenData: ({ token }) => ({ address: token }),
  dnsResolve: ({ domain }) => ({ address: domain.resolver, name: domain.name, ttl: 8 }),
  getConfigParam: () => ({ param: 15 }),
  getConfigAll: nothing,
  getLibraries: ({ library }) => ({ libraries: [library] }),
  runGetMethod: () => ({
    address: ELECTOR.friendly,
    method: 'compute_returned_stake',
    stack: [['num', `0x${'3'.repeat(64)}`]],
  }),
  runGetMethodStd: () => ({
    address: ELECTOR.friendly,
    method: 'compute_returned_stake',
    stack: [{ '@type': 'tvm.stackEntryNumber', number: { '@type': 'tvm.numberDecimal', number: '42' } }],
  }),
  sendBoc: bocOf('sendBoc'),
  sendBocReturnHash: bocOf('sendBocReturnHash'),
  sendBocReturnHashNoError: bocOf('sendBocReturnHashNoError'),
  estimateFee: ({ account }) => ({ address: account.friendly, body: EMPTY_BOC, ignore_chksig: true }),
  detectAddress: ofAccount,
  detectHash: ({ master }) => ({ hash: master.rootHash }),
  packAddress: ({ account }) => ({ address: account.raw }),
  unpackAddress: ofAccount,
}

/** Returns a valid request of an operation about existing things of the network that the facts describe. */
export function exampleRequest<Name extends V2Name>(name: Name, facts: ExampleValues): V2Request<Name> {
  return EXAMPLES[name](facts)
}
