import { hexOfBase64 } from './hexOfBase64.ts'

type Named = { readonly address: string; readonly lt: string; readonly hash: string }

/** Returns the parameters of the transaction page for an account, lt and base64 hash. */
export function transactionParams({ address, lt, hash }: Named) {
  return { account: address, lt, hash: hexOfBase64(hash) }
}
