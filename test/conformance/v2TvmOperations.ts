/** The operations that v2Tvm.test.ts compares; v2.test.ts compares the others. */
export const TVM_OPERATIONS: ReadonlySet<string> = new Set([
  'getWalletInformation',
  'runGetMethod',
  'runGetMethodStd',
  'getTokenData',
  'dnsResolve',
  'tryLocateTx',
  'tryLocateResultTx',
  'tryLocateSourceTx',
  'sendBoc',
  'sendBocReturnHash',
  'sendBocReturnHashNoError',
  'estimateFee',
])
