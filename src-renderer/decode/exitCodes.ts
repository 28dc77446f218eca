/** Exit codes of the virtual machine itself; a contract may throw any from 33 to 65535 with its own meaning. */
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

/** What the standard wallets mean by their own codes. */
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

/** A compute-phase exit code in words; one that the contract chose is called that. */
export function computeExitText(code: number): string {
  const known = COMPUTE_CODES[code]
  if (known) return known
  const wallet = WALLET_CODES[code]
  return wallet ? `the contract's own code; in wallets: ${wallet}` : "the contract's own code"
}

/** The meaning of a code where it has one of its own: not where the contract merely chose it. */
export function knownExitText(code: number): string | undefined {
  return COMPUTE_CODES[code] ?? WALLET_CODES[code]
}

/** An action-phase result code in words. */
export function actionResultText(code: number): string {
  return ACTION_CODES[code] ?? 'unknown code'
}

/** Codes 0 and 1 end a run well. */
export function isComputeSuccess(code: number): boolean {
  return code === 0 || code === 1
}
