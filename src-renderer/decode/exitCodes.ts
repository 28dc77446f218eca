/** Exit codes of the TVM. Contracts use 33 to 65535 with their own meanings. */
const COMPUTE_CODES: Readonly<Record<number, string>> = {
  0: 'success',
  1: 'success',
  2: 'stack underflow',
  3: 'stack overflow',
  4: 'integer overflow or division by zero',
  5: 'number out of range',
  6: 'invalid instruction',
  7: 'wrong type on the stack',
  8: 'cell overflow',
  9: 'cell underflow',
  10: 'dictionary error',
  11: 'no such method or unknown error',
  12: 'fatal error',
  13: 'out of gas',
  14: 'virtualization error',
  [-14]: 'out of gas',
  65535: 'operation unknown to the contract',
}

/** Exit codes of the standard wallets. */
const WALLET_CODES: Readonly<Record<number, string>> = {
  33: 'wrong seqno',
  34: 'wrong wallet id',
  35: 'invalid signature or expired',
  36: 'expired',
  132: 'signature not allowed',
  133: 'wrong seqno',
  134: 'wrong wallet id',
  135: 'invalid signature',
  136: 'expired',
}

/** Result codes of the action phase. */
const ACTION_CODES: Readonly<Record<number, string>> = {
  0: 'success',
  32: 'malformed action list',
  33: 'too many actions',
  34: 'invalid or unsupported action',
  35: 'invalid source address',
  36: 'invalid destination address',
  37: 'not enough coins',
  38: 'not enough extra currency',
  39: "message doesn't fit into a cell",
  40: "message can't be paid for or is too large",
  41: 'library reference is missing',
  42: 'library change failed',
  43: 'too many library cells',
  50: 'account state too large',
}

/** Returns the meaning of an exit code of the compute phase, which can be the contract's own. */
export function computeExitText(code: number): string {
  const known = COMPUTE_CODES[code]
  if (known) return known
  const wallet = WALLET_CODES[code]
  return wallet ? `the contract's own code; in wallets: ${wallet}` : "the contract's own code"
}

/** Returns the meaning of an exit code, or undefined if it is the contract's own. */
export function knownExitText(code: number): string | undefined {
  return COMPUTE_CODES[code] ?? WALLET_CODES[code]
}

/** Returns the meaning of a result code of the action phase. */
export function actionResultText(code: number): string {
  return ACTION_CODES[code] ?? 'unknown code'
}

/** Returns whether an exit code means success (0 or 1). */
export function isComputeSuccess(code: number): boolean {
  return code === 0 || code === 1
}
